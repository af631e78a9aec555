import type { Context } from '../context.ts';
import { actorOf, type Principal } from '../people/access/principal.ts';
import { gathered } from '../platform/cells/merge.ts';
import { createSecurityLog } from '../platform/process/security-log.ts';
import { judgeWithin, type Judged } from '../platform/throttle/judge-within.ts';
import { createThrottle, type ThrottleParts } from '../platform/throttle/throttle.ts';
import { findCodeAnywhere, type CodePlace } from './find-code-anywhere.ts';

/** Texts that are no code, from one person: far above what somebody looks for, far below what guesses codes. */
export const missesOfPerson = { name: 'codes-not-found', tries: 100, windowSeconds: 600 };

export type CodeSearch = (principal: Principal, number: string, now: Date) => Promise<Judged<CodePlace[]>>;

type SearchParts = ThrottleParts & Pick<Context, 'db' | 'cells' | 'log'>;

/** The search by code, which tells what a number is worth: nobody may try numbers until one is found. */
export function createCodeSearch(parts: SearchParts): CodeSearch {
  const note = createSecurityLog(parts.log);
  const persons = createThrottle(parts, missesOfPerson);
  return async (principal, number, now) => {
    const judged = await judgeWithin(
      [[persons, actorOf(principal).actor]],
      () => gathered(parts, ({ db }) => findCodeAnywhere(db, parts.keyring, principal, number, now)),
      (places) => places.length === 0,
    );
    if (judged.is === 'refused') note('throttled', 'code search', now);
    return judged;
  };
}
