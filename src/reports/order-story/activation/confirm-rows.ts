/** Rows of a letter about sold codes are confirmed at its page, by the supplier or on its word. */
import { confirmActivationAs, type ConfirmingPlace } from '../../../orders/activate-sold-codes.ts';
import type { ReadingContext } from '../../../platform/cells/cell-context.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { formatCount } from '../../../platform/text/formats.ts';
import { listRows, type ActivationLetter } from '../../../suppliers/activation/find-letter.ts';
import { activationQuestion, tickedRows } from '../../../web/confirm/activation-question.ts';
import type { Question } from '../../../web/confirm/question.ts';
import type { PageCall } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import { activationLetterLabels } from './labels.ts';

/** `name`: of the supplier, where it is not the one who confirms; `back`: the page. */
export const askRows = async (
  { ctx, form, language }: PageCall<ReadingContext>,
  letter: ActivationLetter,
  { name, back }: { name: string | null; back: string },
): Promise<Question | null> =>
  activationQuestion(await listRows(ctx, letter), tickedRows(form), { name, back, language });

type Confirming = ConfirmingPlace & { keyring: Keyring; onPlaced: () => void };

export async function confirmRows(
  { ctx, principal, form, language, now }: PageCall<Confirming>,
  { supplierId, letterId }: ActivationLetter,
  to: string,
): Promise<ActEnd> {
  const labels = activationLetterLabels[language];
  const rows = tickedRows(form);
  const done = (kind: 'yes' | 'no' | 'note', text: string): ActEnd => ({
    is: 'done',
    to,
    flash: { kind, text },
  });
  if (rows?.length === 0) return done('no', labels.nothingTicked);
  const confirmed = await confirmActivationAs(ctx, principal, { supplierId, letterId, rows }, now);
  if (confirmed.is === 'no-letter') return { is: 'missing' };
  // Letters to the recipients waited for it.
  ctx.onPlaced();
  return confirmed.rows === 0
    ? done('note', labels.nothingNew)
    : done('yes', labels.saved(formatCount(confirmed.rows, language)));
}
