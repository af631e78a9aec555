/** `/o/activation`: letters about sold codes that their suppliers have to activate. */
import { repeatActivationLetter } from '../../../acts/catalog/activation-acts.ts';
import { confirmActivationAs } from '../../../orders/activate-sold-codes.ts';
import { formatCount } from '../../../platform/text/formats.ts';
import { findLetter, listLetters, listRows } from '../../../suppliers/activation/find-letter.ts';
import { activationQuestion, tickedRows } from '../../../web/confirm/activation-question.ts';
import type { Question } from '../../../web/confirm/question.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { letterPage, letterListPage, type LetterList, type LetterRows } from './activation-view.ts';
import { activationLabels } from './labels.ts';

const path = '/o/activation';
const lettersListed = 200;

export function addActivationLetters(pages: OperatorPages): void {
  pages.page<LetterList>({
    path,
    needs: 'suppliers.read',
    async load({ ctx, query }) {
      const all = query['which'] === 'all';
      const supplierId = idIn(query['supplier']);
      return { letters: await listLetters(ctx, { supplierId, all, limit: lettersListed }), all };
    },
    view: (list, call) => letterListPage(list, call),
  });
  pages.page<LetterRows>({
    path: `${path}/:id`,
    needs: 'suppliers.read',
    async load({ ctx, params }) {
      const letter = await findLetter(ctx.pageDb, idIn(params['id']) ?? 0);
      return letter && { letter, rows: await listRows(ctx, letter) };
    },
    view: (data, call) => letterPage(data, call),
  });
  pages.act({
    path: `${path}/:id/confirm`,
    needs: 'activation.confirm',
    leadsTo: 'nothing',
    undone: { asks: askConfirm },
    act: confirm,
  });
  pages.act({
    path: `${path}/:id/again`,
    needs: 'suppliers.change',
    leadsTo: 'nothing',
    undone: 'nothing',
    act: repeat,
  });
}

async function askConfirm(call: OperatorCall): Promise<Question | null> {
  const { ctx, form, language } = call;
  const letter = await findLetter(ctx.pageDb, letterOf(call));
  if (letter === null) return null;
  const place = { name: letter.supplierName, back: `${path}/${letter.letterId}`, language };
  return activationQuestion(await listRows(ctx, letter), tickedRows(form), place);
}

const letterOf = ({ params }: OperatorCall): number => idIn(params['id']) ?? 0;

const done = (call: OperatorCall, kind: 'yes' | 'no' | 'note', text: string): ActEnd => ({
  is: 'done',
  to: `${path}/${letterOf(call)}`,
  flash: { kind, text },
});

async function confirm(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, language, now } = call;
  const labels = activationLabels[language];
  const letter = await findLetter(ctx.db, letterOf(call));
  if (letter === null) return { is: 'missing' };
  const rows = tickedRows(form);
  if (rows?.length === 0) return done(call, 'no', labels.nothingTicked);
  const ask = { supplierId: letter.supplierId, letterId: letter.letterId, rows };
  const confirmed = await confirmActivationAs(ctx, principal, ask, now);
  if (confirmed.is === 'no-letter') return { is: 'missing' };
  // Letters to the recipients waited for it.
  ctx.onPlaced();
  return confirmed.rows === 0
    ? done(call, 'note', labels.nothingNew)
    : done(call, 'yes', labels.saved(formatCount(confirmed.rows, language)));
}

async function repeat(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, language, now } = call;
  const repeated = await repeatActivationLetter(ctx, principal, letterOf(call), now);
  if (repeated === 'no-letter') return { is: 'missing' };
  return done(call, repeated === 'sent-again' ? 'yes' : 'note', activationLabels[language][repeated]);
}
