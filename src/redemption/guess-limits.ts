/** An unknown number stays counted, any other is returned, so normal sales use up nothing. */
import { hash, randomBytes } from 'node:crypto';
import type { Log } from '../platform/process/log.ts';
import { createSecurityLog } from '../platform/process/security-log.ts';
import type { Judged } from '../platform/throttle/judge-within.ts';
import { createLoadLimit } from '../platform/process/load-limit.ts';
import { networkOf } from '../platform/throttle/network-of.ts';
import {
  createThrottle,
  type Throttle,
  type ThrottleParts,
  type Try,
} from '../platform/throttle/throttle.ts';
import { normaliseNumber } from '../vault/compared-number.ts';
import { meantNumber } from '../vault/platform-number.ts';
import { readingsOf } from '../vault/typed-number.ts';
import { redeemerOf, type Till } from './till.ts';

const windowSeconds = 600;
/** Unknown numbers that a person at a till may enter: people mistype. Whoever has used them up is told to wait for an unknown number, but not for one that exists here … */
const unknownOfUser = { name: 'unknown-of-user', tries: 20, windowSeconds };
/** … until there were so many unknown ones that they are guesses. */
const guessesOfUser = { name: 'guesses-of-user', tries: 60, windowSeconds };
/** Unknown numbers from one supplier's till software, which serves all its tills. */
const unknownOfSoftware = { name: 'unknown-of-software', tries: 300, windowSeconds };
/** Unknown numbers from one network. */
const unknownOfNetwork = { name: 'unknown-of-network', tries: 300, windowSeconds };
/** Requests for one number, known or not. They guess nothing, so each process counts its own. */
const asksOfCode = { events: 200, windowSeconds: 60 };
/** An unknown number that is tried again guesses nothing. */
const triesOfNumber = { events: 1, windowSeconds };

const saltBytes = 16;

/** Protects certificate numbers from being guessed: a caller over its limit must wait. */
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

interface Counted {
  throttle: Throttle;
  subject: string;
  /** Refuses unknown numbers alone. */
  isSoft?: true;
}

export function createGuessLimits(parts: ThrottleParts & { log: Log }): GuessLimits {
  const note = createSecurityLog(parts.log);
  const users = createThrottle(parts, unknownOfUser);
  const guesses = createThrottle(parts, guessesOfUser);
  const software = createThrottle(parts, unknownOfSoftware);
  const networks = createThrottle(parts, unknownOfNetwork);
  const codes = createLoadLimit(asksOfCode);
  const tried = createLoadLimit(triesOfNumber);
  // The number itself is not kept in memory, nor anything that could be computed from it elsewhere.
  const salt = randomBytes(saltBytes).toString('base64');
  const keyOf = (subject: string, number: string): string =>
    hash('sha256', `${salt}:${subject}:${normaliseNumber(meantNumber(number))}`, 'base64');

  /** The widest first, everywhere in the same order: a caller that it refuses costs no statement for the narrower ones. */
  function countsOf({ till, address }: Asking): Counted[] {
    const personId = redeemerOf(till);
    const network = { throttle: networks, subject: networkOf(address) };
    if (personId === null) return [network, { throttle: software, subject: String(till.supplierId) }];
    const subject = `${till.supplierId}:person ${personId}`;
    return [network, { throttle: guesses, subject }, { throttle: users, subject, isSoft: true }];
  }

  /** Whether no reading of the number was tried there lately: another spelling of one number counts once. */
  function isNew({ till, number }: Asking, subject: string, now: Date): boolean {
    const keys = readingsOf(number).map((reading) => keyOf(`${till.supplierId}:${subject}`, reading));
    return keys.map((key) => tried.take(key, now) === 0).every(Boolean);
  }

  return {
    async judge(ask, now, judge) {
      const waitSeconds = codes.take(keyOf(String(ask.till.supplierId), ask.number), now);
      if (waitSeconds > 0) return { is: 'refused', waitSeconds };
      const counts = countsOf(ask);
      const taken: Try[] = [];
      let lock = 0;
      let isGuess = false;
      try {
        for (const { throttle, subject, isSoft } of counts) {
          const one = await throttle.take(subject);
          if (one.is === 'taken') taken.push(one);
          else if (isSoft === true) lock = one.waitSeconds;
          else return refused(one.waitSeconds);
        }
        const verdict = await judge();
        if (verdict.is !== 'unknown') return { is: 'judged', verdict };
        isGuess = isNew(ask, counts.at(-1)?.subject ?? '', now);
        return lock > 0 ? refused(lock) : { is: 'judged', verdict };
      } finally {
        for (const one of taken) one.end(isGuess);
      }

      function refused(seconds: number): { is: 'refused'; waitSeconds: number } {
        note('throttled', 'numbers', now);
        return { is: 'refused', waitSeconds: seconds };
      }
    },
  };
}
