/** `/s/activation`: the lists that also come by letter, to confirm row by row. */
import { confirmActivationAs } from '../../../orders/activate-sold-codes.ts';
import { formatCount } from '../../../platform/text/formats.ts';
import {
  activatesByLetter,
  findLetter,
  listLetters,
  listRows,
  type ActivationLetter,
  type ActivationRow,
} from '../../../suppliers/activation/find-letter.ts';
import { activationQuestion, tickedRows } from '../../../web/confirm/activation-question.ts';
import type { Question } from '../../../web/confirm/question.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import { supplierOf, type SupplierCall, type SupplierPages } from '../supplier-cabinet.ts';
import { letterListView, letterView, type LetterList } from './activation-view.ts';
import { activationLabels } from './labels.ts';

const path = '/s/activation';
const lettersListed = 100;

export function addActivation(pages: SupplierPages): void {
  pages.page<LetterList>({
    path,
    needs: 'activation.confirm',
    async load(call) {
      const all = call.query['which'] === 'all';
      const ask = { supplierId: supplierOf(call), all, limit: lettersListed };
      const letters = await listLetters(call.ctx, ask);
      const byLetter = letters.length > 0 || (await activatesByLetter(call.ctx.pageDb, ask.supplierId));
      return { letters, all, byLetter };
    },
    view: letterListView,
  });
  pages.page<{ letter: ActivationLetter; rows: ActivationRow[] }>({
    path: `${path}/:id`,
    needs: 'activation.confirm',
    async load(call) {
      const letter = await findLetter(call.ctx.pageDb, idIn(call.params['id']) ?? 0);
      if (letter === null || letter.supplierId !== supplierOf(call)) return null;
      return { letter, rows: await listRows(call.ctx, letter) };
    },
    view: (data, { language }) => letterView(data, language),
  });
  pages.act({
    path: `${path}/:id`,
    needs: 'activation.confirm',
    leadsTo: 'nothing',
    undone: { asks: askConfirm },
    act: confirm,
  });
}

async function askConfirm(call: SupplierCall): Promise<Question | null> {
  const { ctx, params, form, language } = call;
  const letter = await findLetter(ctx.pageDb, idIn(params['id']) ?? 0);
  if (letter === null || letter.supplierId !== supplierOf(call)) return null;
  const back = `${path}/${letter.letterId}`;
  return activationQuestion(await listRows(ctx, letter), tickedRows(form), { name: null, back, language });
}

async function confirm(call: SupplierCall): Promise<ActEnd> {
  const { ctx, principal, params, form, language, now } = call;
  const labels = activationLabels[language];
  const letterId = idIn(params['id']) ?? 0;
  const to = `${path}/${letterId}`;
  const rows = tickedRows(form);
  const ask = { supplierId: supplierOf(call), letterId, rows };
  const confirmed = await confirmActivationAs(ctx, principal, ask, now);
  if (confirmed.is === 'no-letter') return { is: 'missing' };
  if (rows?.length === 0) return { is: 'done', to, flash: { kind: 'no', text: labels.nothingTicked } };
  // Letters to the recipients waited for it.
  ctx.onPlaced();
  return confirmed.rows === 0
    ? { is: 'done', to, flash: { kind: 'note', text: labels.nothingNew } }
    : {
        is: 'done',
        to,
        flash: { kind: 'yes', text: labels.saved(formatCount(confirmed.rows, language)) },
      };
}
