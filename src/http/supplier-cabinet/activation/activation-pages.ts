/** `/s/activation`: the lists that also come by letter, to confirm row by row. */
import { askRows, confirmRows } from '../../../reports/order-story/activation/confirm-rows.ts';
import {
  activatesByLetter,
  findLetter,
  listLetters,
  listRows,
  type ActivationLetter,
  type ActivationRow,
} from '../../../suppliers/activation/find-letter.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import { supplierOf, type SupplierCall, type SupplierPages } from '../supplier-cabinet.ts';
import { letterListView, letterView, type LetterList } from './activation-view.ts';

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
      const letter = await letterOf(call);
      return letter && { letter, rows: await listRows(call.ctx, letter) };
    },
    view: (data, { language }) => letterView(data, language),
  });
  pages.act({
    path: `${path}/:id`,
    needs: 'activation.confirm',
    leadsTo: 'nothing',
    undone: {
      async asks(call) {
        const letter = await letterOf(call);
        return letter && askRows(call, letter, { name: null, back: pathOf(letter) });
      },
    },
    async act(call) {
      const letter = await letterOf(call);
      return letter === null ? { is: 'missing' } : confirmRows(call, letter, pathOf(letter));
    },
  });
}

const pathOf = ({ letterId }: ActivationLetter): string => `${path}/${letterId}`;

async function letterOf(call: SupplierCall): Promise<ActivationLetter | null> {
  const letter = await findLetter(call.ctx.pageDb, idIn(call.params['id']) ?? 0);
  return letter?.supplierId === supplierOf(call) ? letter : null;
}
