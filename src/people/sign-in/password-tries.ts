/** Tries of passwords, counted before they are judged. */
import { TooManyWaiting } from '../../platform/batching/permits.ts';
import { createShares } from '../../platform/batching/shares.ts';
import type { Log } from '../../platform/process/log.ts';
import { createSecurityLog } from '../../platform/process/security-log.ts';
import { judgeWithin } from '../../platform/throttle/judge-within.ts';
import { networkOf, widerNetworksOf } from '../../platform/throttle/network-of.ts';
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

/** How many times the tries of one network a wider one has: it may hold several offices, or one guesser. */
const timesInWider = 8;
/** Tries of one wider network that are judged at once: deriving a password has few places for all. */
const atOnceInWider = 32;

/**
 * Counts by account and network, and by network, never by account alone: attempts from one network
 * cannot lock an account for other networks. The networks around one (`widerNetworksOf`) have limits too, and few places at
 * once. `where` names the place in the security log.
 */
export function createTries(
  parts: SignInParts,
  where: string,
  limits: { ofAccount: ThrottleLimit; ofNetwork: ThrottleLimit },
): JudgeTry {
  const note = createSecurityLog(parts.log);
  const accounts = createThrottle(parts, limits.ofAccount);
  const networks = createThrottle(parts, limits.ofNetwork);
  const accountsInWider = createThrottle(parts, inWider(limits.ofAccount));
  const widerNetworks = createThrottle(parts, inWider(limits.ofNetwork));
  const shares = createShares<string>(atOnceInWider);
  return async ({ account, address }, judge) => {
    const network = networkOf(address);
    const around = widerNetworksOf(address);
    const counts = [
      ...around.map((one) => [widerNetworks, one] as const),
      [networks, network] as const,
      ...around.map((one) => [accountsInWider, `${account} ${one}`] as const),
      [accounts, `${account} ${network}`] as const,
    ];
    const judged = await judgeWithin(
      counts,
      () => shares.within(around[0] ?? network, judge) ?? Promise.reject(new TooManyWaiting()),
      (verdict) => verdict.is === 'wrong',
    );
    if (judged.is === 'refused') {
      note('throttled', where, parts.clock.now());
      return judged;
    }
    if (judged.verdict.is === 'wrong') note('sign-in-failed', where, parts.clock.now());
    return judged.verdict;
  };
}

const inWider = ({ name, tries, windowSeconds }: ThrottleLimit): ThrottleLimit => ({
  name: `${name}-in-wider`,
  tries: tries * timesInWider,
  windowSeconds,
});
