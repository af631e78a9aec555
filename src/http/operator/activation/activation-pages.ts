/** `/o/activation`: letters about sold codes that their suppliers have to activate. */
import { repeatActivationLetter } from '../../../acts/catalog/activation-acts.ts';
import { askRows, confirmRows } from '../../../reports/order-story/activation/confirm-rows.ts';
import {
  findLetter,
  listLetters,
  listRows,
  type ActivationLetter,
} from '../../../suppliers/activation/find-letter.ts';
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
    async load(call) {
      const letter = await letterOf(call);
      return letter && { letter, rows: await listRows(call.ctx, letter) };
    },
    view: (data, call) => letterPage(data, call),
  });
  pages.act({
    path: `${path}/:id/confirm`,
    needs: 'activation.confirm',
    leadsTo: 'nothing',
    undone: {
      async asks(call) {
        const letter = await letterOf(call);
        return letter && askRows(call, letter, { name: letter.supplierName, back: pathOf(call) });
      },
    },
    async act(call) {
      const letter = await letterOf(call);
      return letter === null ? { is: 'missing' } : confirmRows(call, letter, pathOf(call));
    },
  });
  pages.act({
    path: `${path}/:id/again`,
    needs: 'suppliers.change',
    leadsTo: 'nothing',
    undone: 'nothing',
    act: repeat,
  });
}

const idOf = ({ params }: OperatorCall): number => idIn(params['id']) ?? 0;
const pathOf = (call: OperatorCall): string => `${path}/${idOf(call)}`;
const letterOf = (call: OperatorCall): Promise<ActivationLetter | null> =>
  findLetter(call.ctx.pageDb, idOf(call));

async function repeat(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, language, now } = call;
  const repeated = await repeatActivationLetter(ctx, principal, idOf(call), now);
  if (repeated === 'no-letter') return { is: 'missing' };
  const kind = repeated === 'sent-again' ? 'yes' : 'note';
  return { is: 'done', to: pathOf(call), flash: { kind, text: activationLabels[language][repeated] } };
}
