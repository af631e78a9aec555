/** Tries of passwords, counted before they are judged. */
import { TooManyWaiting, type Priority } from '../../platform/batching/permits.ts';
import { createShares } from '../../platform/batching/shares.ts';
import { createLoadLimit } from '../../platform/process/load-limit.ts';
import type { Log } from '../../platform/process/log.ts';
import { createSecurityLog } from '../../platform/process/security-log.ts';
import { judgeWithin } from '../../platform/throttle/judge-within.ts';
import { networkOf, widerNetworksOf } from '../../platform/throttle/network-of.ts';
import { createThrottle, type ThrottleLimit, type ThrottleParts } from '../../platform/throttle/throttle.ts';
import type { Guessing } from './guessed-accounts.ts';

export type SignInParts = ThrottleParts & { log: Log };

/** Too many wrong ones. */
export interface Refused {
  is: 'refused';
  waitSeconds: number;
}

/** Whose password is tried, and where. */
export interface Trying {
  account: string;
  address: string;
  /** What the account is known by here: a device on which it signed in before, or a session; null: nothing. */
  known: string | null;
}

/** Judges a try of an account, which is counted before; one that turns out `wrong` stays counted. */
export type JudgeTry = <Verdict extends { is: string }>(
  trying: Trying,
  judge: (priority: Priority) => Promise<Verdict>,
) => Promise<Verdict | Refused>;

export interface TryLimits {
  ofAccount: ThrottleLimit;
  ofNetwork: ThrottleLimit;
  /** Called when one account is guessed at from a wide network, or from many. */
  guessed?: (guessing: Guessing, now: Date) => Promise<unknown>;
}

/** How many times the tries of one network a wider one has: it may hold several offices, or one guesser. */
const timesInWider = 8;
/** Tries of one wider network that are judged at once: deriving a password has few places for all. */
const atOnceInWider = 32;
/** Wrong passwords of one account in an hour, wherever from; above this somebody guesses, but nobody is locked out. */
const wrongAnywhere = 100;
const anywhereSeconds = 3600;

/**
 * Counts by account and network, and by network, never by account alone: attempts from one network
 * cannot lock an account for other networks. The networks around one (`widerNetworksOf`) have limits too, and few places at
 * once. What is known has tries of its own and is judged first, so that a flood around it does not close its way in. `where`
 * names the place in the security log.
 */
export function createTries(parts: SignInParts, where: string, limits: TryLimits): JudgeTry {
  const { clock } = parts;
  const note = createSecurityLog(parts.log);
  const foreign = countForeign(parts, limits);
  const knownDevices = createThrottle(parts, { ...limits.ofAccount, name: `${limits.ofAccount.name}-known` });
  const shares = createShares<string>(atOnceInWider);
  // One device never meets this limit: its tries are counted first, and are no more.
  const sharesOfKnown = createShares<string>(limits.ofAccount.tries);
  const tell = tellGuessing(parts, where, limits);

  const partsOf = ({ account, address, known }: Trying) => {
    if (known === null)
      return {
        counts: foreign(account, address),
        shares,
        owner: widestOf(address),
        priority: 'usual' as const,
      };
    const counts = [[knownDevices, `${account} ${known}`] as const];
    return { counts, shares: sharesOfKnown, owner: account, priority: 'first' as const };
  };

  return async (trying, judge) => {
    const { counts, shares: places, owner, priority } = partsOf(trying);
    const judged = await judgeWithin(
      counts,
      () => places.within(owner, () => judge(priority)) ?? Promise.reject(new TooManyWaiting()),
      (verdict) => verdict.is === 'wrong',
    );
    if (judged.is === 'refused') {
      note('throttled', where, clock.now());
      await tell.refused(trying, judged.subject);
      return { is: 'refused', waitSeconds: judged.waitSeconds };
    }
    if (judged.verdict.is === 'wrong') {
      note('sign-in-failed', where, clock.now());
      await tell.wrong(trying);
    }
    return judged.verdict;
  };
}

const widestOf = (address: string): string => widerNetworksOf(address)[0] ?? networkOf(address);

const inWiderOf = (account: string, network: string): string => `${account} ${network}`;

/** The counts of a try on a device that is not known, the widest first. */
function countForeign(parts: SignInParts, limits: TryLimits) {
  const accounts = createThrottle(parts, limits.ofAccount);
  const networks = createThrottle(parts, limits.ofNetwork);
  const accountsInWider = createThrottle(parts, inWider(limits.ofAccount));
  const widerNetworks = createThrottle(parts, inWider(limits.ofNetwork));
  return (account: string, address: string) => {
    const network = networkOf(address);
    const around = widerNetworksOf(address);
    return [
      ...around.map((one) => [widerNetworks, one] as const),
      [networks, network] as const,
      ...around.map((one) => [accountsInWider, inWiderOf(account, one)] as const),
      [accounts, `${account} ${network}`] as const,
    ];
  };
}

/** Tells that one account is guessed at: its tries from a wide network are used up, or there were too many wrong ones in all. */
function tellGuessing(parts: SignInParts, where: string, { ofAccount, guessed }: TryLimits) {
  const note = createSecurityLog(parts.log);
  const once = createLoadLimit({ events: 1, windowSeconds: anywhereSeconds });
  const anywhere = createThrottle(parts, {
    name: `${ofAccount.name}-anywhere`,
    tries: wrongAnywhere,
    windowSeconds: anywhereSeconds,
  });

  async function tell(account: string, network: string | null): Promise<void> {
    const now = parts.clock.now();
    if (guessed === undefined || once.take(`${account} ${network ?? ''}`, now) > 0) return;
    note('account-guessed', where, now);
    await guessed({ account, network }, now);
  }

  return {
    async refused({ account, address }: Trying, subject: string | undefined): Promise<void> {
      const network = widerNetworksOf(address).find((one) => inWiderOf(account, one) === subject);
      if (network !== undefined) await tell(account, network);
    },
    async wrong({ account }: Trying): Promise<void> {
      if (guessed === undefined) return;
      const one = await anywhere.take(account);
      if (one.is === 'taken') one.end(true);
      else await tell(account, null);
    },
  };
}

const inWider = ({ name, tries, windowSeconds }: ThrottleLimit): ThrottleLimit => ({
  name: `${name}-in-wider`,
  tries: tries * timesInWider,
  windowSeconds,
});
