import type { Context } from '../context.ts';
import { actorOf, type PersonPrincipal, type Principal } from '../people/access/principal.ts';
import { cellOf } from '../platform/cells/cell-context.ts';
import { gathered } from '../platform/cells/merge.ts';
import { createSecurityLog } from '../platform/process/security-log.ts';
import { judgeWithin, type Judged } from '../platform/throttle/judge-within.ts';
import { createThrottle, type ThrottleParts } from '../platform/throttle/throttle.ts';
import { findCodeAnywhere, type CodePlace } from './find-code-anywhere.ts';
import { findOrdersOfCode } from './find-orders-of-code.ts';

/** Texts that are no code, from one person: far above what somebody looks for, far below what guesses codes. */
export const missesOfPerson = { name: 'codes-not-found', tries: 100, windowSeconds: 600 };

export type CodeSearch = (principal: Principal, number: string, now: Date) => Promise<Judged<CodePlace[]>>;

type SearchParts = ThrottleParts & Pick<Context, 'db' | 'cells' | 'log'>;

/** The search by code, which tells what a number is worth: nobody may try numbers until one is found. */
export function createCodeSearch(parts: SearchParts): CodeSearch {
  const limited = createLimit(parts);
  return (principal, number, now) =>
    limited(principal, now, () =>
      gathered(parts, ({ db }) => findCodeAnywhere(db, parts.keyring, principal, number, now)),
    );
}

/** Search by a client's people: which of their orders got this code. */
export type OwnCodeSearch = (
  principal: PersonPrincipal,
  number: string,
  now: Date,
) => Promise<Judged<number[]>>;

/** The same limit holds: a number that is no code of theirs says nothing, but costs a look. */
export function createOwnCodeSearch(parts: SearchParts): OwnCodeSearch {
  const limited = createLimit(parts);
  return (principal, number, now) => {
    const { db } = cellOf(parts, principal.partyId);
    const ask = { clientId: principal.partyId, number };
    return limited(principal, now, () => findOrdersOfCode(db, parts.keyring, principal, ask, now));
  };
}

function createLimit(parts: SearchParts) {
  const note = createSecurityLog(parts.log);
  const persons = createThrottle(parts, missesOfPerson);
  return async <Found>(
    principal: Principal,
    now: Date,
    find: () => Promise<Found[]>,
  ): Promise<Judged<Found[]>> => {
    const judged = await judgeWithin(
      [[persons, actorOf(principal).actor]],
      find,
      (found) => found.length === 0,
    );
    if (judged.is === 'refused') note('throttled', 'code search', now);
    return judged;
  };
}
