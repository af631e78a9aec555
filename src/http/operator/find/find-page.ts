import { readWanted, type Wanted } from '../../../orders/search/terms.ts';
import { may } from '../../../people/access/principal.ts';
import type { Permission } from '../../../people/access/rights.ts';
import {
  findMembers,
  findOrdersAnywhere,
  findParties,
  findProducts,
  mostFound,
  type FoundOrder,
  type FoundParty,
} from '../../../reports/find-anything.ts';
import { ascending, descending, mergedList } from '../../../platform/cells/merge.ts';
import { createCodeSearch, type CodeSearch } from '../../../reports/code-search.ts';
import type { OperatorCall, OperatorContext, OperatorPages } from '../operator.ts';
import { findPage, foundNothing, type Found } from './find-view.ts';
import { findLabels } from './labels.ts';

/** `/o/find`: anything, by whatever one has in the hand. A form that is posted: what is looked for may be a code. */
export function addFind(pages: OperatorPages, ctx: OperatorContext): void {
  const searchCode = createCodeSearch(ctx);
  pages.page<object>({
    path: '/o/find',
    needs: 'work.read',
    load: () => Promise.resolve({}),
    view: (_nothing, call) => findPage(null, call),
  });
  pages.act({
    path: '/o/find',
    needs: 'work.read',
    leadsTo: 'nothing',
    undone: 'nothing',
    async act(call) {
      const wanted = readWanted(call.form.get('q') ?? '');
      if (wanted !== null) return { is: 'shown', page: findPage(await find(wanted, call, searchCode), call) };
      const errors = { q: findLabels[call.language].empty };
      return { is: 'wrong', page: { ...findPage(null, call, errors), errors } };
    },
  });
}

/** Each kind for whoever may see it. */
async function find(wanted: Wanted, call: OperatorCall, searchCode: CodeSearch): Promise<Found> {
  const { ctx, principal, party, now } = call;
  const { pageDb, keyring } = ctx;
  const newest = { by: descending(({ requestId }: FoundOrder) => requestId), limit: mostFound };
  const lowest = { by: ascending(({ id }: FoundParty) => id), limit: mostFound };
  const allowed = <T>(permission: Permission, read: () => Promise<T[]>): Promise<T[]> =>
    may(principal, permission, party) ? read() : Promise.resolve([]);
  const searched = may(principal, 'codes.find', party) ? await searchCode(principal, wanted.text, now) : null;
  const codes = searched?.is === 'judged' ? searched.verdict : [];
  // Whoever holds a code means the code, whatever else bears its digits.
  if (codes.length > 0) return { ...foundNothing, codes };
  const [orders, clients, suppliers, products, people] = await Promise.all([
    allowed('orders.read', () =>
      mergedList(ctx, newest, (cell) => findOrdersAnywhere(cell.pageDb, keyring, wanted)),
    ),
    allowed('clients.read', () =>
      mergedList(ctx, lowest, (cell) => findParties(cell.pageDb, 'client', wanted)),
    ),
    allowed('suppliers.read', () => findParties(pageDb, 'supplier', wanted)),
    allowed('catalogue.read', () => findProducts(pageDb, wanted)),
    allowed('team.read', () => findMembers(ctx, wanted)),
  ]);
  const codesAgainInSeconds = searched?.is === 'refused' ? searched.waitSeconds : 0;
  return { codes, codesAgainInSeconds, orders, clients, suppliers, products, people };
}
