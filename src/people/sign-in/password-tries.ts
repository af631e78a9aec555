/** Tries of passwords, counted before they are judged. */
import type { Log } from '../../platform/process/log.ts';
import { createSecurityLog } from '../../platform/process/security-log.ts';
import { judgeWithin } from '../../platform/throttle/judge-within.ts';
import { networkOf } from '../../platform/throttle/network-of.ts';
import { createThrottle, type ThrottleLimit, type ThrottleParts } from '../../platform/throttle/throttle.ts';

export type SignInParts = ThrottleParts & { log: Log };

/** Too many wrong ones. */
export interface Refused {
  is: 'refused';
  waitSeconds: number;
}

/** Judges a try of an account, which is counted before; one that turns out `wrong` stays counted. */
export type JudgeTry = <Verdict extends { is: string }>(
  trying: { account: string; address: string },
  judge: () => Promise<Verdict>,
) => Promise<Verdict | Refused>;

/**
 * Counts by account and network, and by network, never by account alone: attempts from one network
 * cannot lock an account for other networks. `where` names the place in the security log.
 */
export function createTries(
  parts: SignInParts,
  where: string,
  limits: { ofAccount: ThrottleLimit; ofNetwork: ThrottleLimit },
): JudgeTry {
  const note = createSecurityLog(parts.log);
  const accounts = createThrottle(parts, limits.ofAccount);
  const networks = createThrottle(parts, limits.ofNetwork);
  return async ({ account, address }, judge) => {
    const network = networkOf(address);
    const counts = [[networks, network] as const, [accounts, `${account} ${network}`] as const];
    const judged = await judgeWithin(counts, judge, (verdict) => verdict.is === 'wrong');
    if (judged.is === 'refused') {
      note('throttled', where, parts.clock.now());
      return judged;
    }
    if (judged.verdict.is === 'wrong') note('sign-in-failed', where, parts.clock.now());
    return judged.verdict;
  };
}
