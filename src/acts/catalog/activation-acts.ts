/** Acts of an operator on activation letters. */
import { may, type Principal } from '../../people/access/principal.ts';
import type { Celled } from '../../platform/cells/cell-context.ts';
import { findLetter } from '../../suppliers/activation/find-letter.ts';
import { makeLettersNow, sendAgain, type MadeLetters } from '../../suppliers/activation/make-letters.ts';
import { recorded, supplierParty, type ActContext } from './recorded.ts';

export type LetterRepeated = 'sent-again' | 'no-letter' | 'answered';

/** Sends a letter that was not fully confirmed once more, with a new link. */
export const repeatActivationLetter = (
  ctx: ActContext,
  principal: Principal,
  letterId: number,
  now: Date,
): Promise<LetterRepeated> =>
  recorded<LetterRepeated>(
    ctx,
    principal,
    async (tx) => {
      const letter = await findLetter(tx, letterId);
      const party = supplierParty(letter?.supplierId ?? 0);
      if (letter === null || !may(principal, 'suppliers.change', party))
        return { outcome: 'no-letter', done: null };
      const outcome = await sendAgain(tx, letterId, now);
      const done = { party, act: 'activation.repeated', about: `letter ${letterId}` };
      return { outcome, done: outcome === 'sent-again' ? done : null };
    },
    now,
  );

/** Asks a supplier now to activate what was sold, whatever its schedule says. */
export const askForActivation = (
  ctx: ActContext & Celled,
  principal: Principal,
  supplierId: number,
  now: Date,
): Promise<MadeLetters | 'no-schedule'> =>
  recorded<MadeLetters | 'no-schedule'>(
    ctx,
    principal,
    async (tx) => {
      const party = supplierParty(supplierId);
      if (!may(principal, 'suppliers.change', party)) return { outcome: 'no-schedule', done: null };
      const outcome = await makeLettersNow({ ...ctx, db: tx }, supplierId, now);
      if (outcome === 'no-schedule' || outcome.letters === 0) return { outcome, done: null };
      const about = `supplier ${supplierId}`;
      return { outcome, done: { party, act: 'activation.asked', about, after: { ...outcome } } };
    },
    now,
  );
