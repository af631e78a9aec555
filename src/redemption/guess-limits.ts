/** An unknown number stays counted, any other is returned, so normal sales use up nothing. */
import { hash, randomBytes } from 'node:crypto';
import type { Log } from '../platform/process/log.ts';
import { createSecurityLog } from '../platform/process/security-log.ts';
import { judgeWithin, type Judged } from '../platform/throttle/judge-within.ts';
import { createLoadLimit } from '../platform/process/load-limit.ts';
import { networkOf } from '../platform/throttle/network-of.ts';
import { createThrottle, type ThrottleParts } from '../platform/throttle/throttle.ts';
import { meantNumber } from '../vault/platform-number.ts';
import { normaliseNumber } from '../vault/compared-number.ts';
import { redeemerOf, type Till } from './till.ts';

/** Unknown numbers that a person at a till may enter: people mistype. */
const unknownOfUser = { name: 'unknown-of-user', tries: 20, windowSeconds: 600 };
/** Unknown numbers from one supplier's till software, which serves all its tills. */
const unknownOfSoftware = { name: 'unknown-of-software', tries: 300, windowSeconds: 600 };
/** Unknown numbers from one network. */
const unknownOfNetwork = { name: 'unknown-of-network', tries: 300, windowSeconds: 600 };
/** Requests for one number, known or not. They guess nothing, so each process counts its own. */
const asksOfCode = { events: 200, windowSeconds: 60 };

const saltBytes = 16;

/** Protects certificate numbers from being guessed: a caller over its limit must wait, whatever the number. */
export interface GuessLimits {
  judge<Verdict extends { is: string }>(
    ask: Asking,
    now: Date,
    judge: () => Promise<Verdict>,
  ): Promise<Judged<Verdict>>;
}

interface Asking {
  till: Till;
  number: string;
  address: string;
}

export function createGuessLimits(parts: ThrottleParts & { log: Log }): GuessLimits {
  const note = createSecurityLog(parts.log);
  const users = createThrottle(parts, unknownOfUser);
  const software = createThrottle(parts, unknownOfSoftware);
  const networks = createThrottle(parts, unknownOfNetwork);
  const codes = createLoadLimit(asksOfCode);
  // The number itself is not kept in memory, nor anything that could be computed from it elsewhere.
  const salt = randomBytes(saltBytes).toString('base64');
  const codeKey = ({ till, number }: Asking): string =>
    hash('sha256', `${salt}:${till.supplierId}:${normaliseNumber(meantNumber(number))}`, 'base64');
  return {
    async judge(ask, now, judge) {
      const waitSeconds = codes.take(codeKey(ask), now);
      if (waitSeconds > 0) return { is: 'refused', waitSeconds };
      const { supplierId } = ask.till;
      const { tillUserId, personId } = redeemerOf(ask.till);
      const user = personId === null ? tillUserId : `person ${personId}`;
      const till =
        user === null
          ? ([software, String(supplierId)] as const)
          : ([users, `${supplierId}:${user}`] as const);
      const counts = [[networks, networkOf(ask.address)] as const, till];
      const judged = await judgeWithin(counts, judge, (verdict) => verdict.is === 'unknown');
      if (judged.is === 'refused') note('throttled', 'numbers', now);
      return judged;
    },
  };
}
