import { stateName } from '../../../reports/order-story/order-labels.ts';
import { isKey, readWanted, type Wanted } from '../../../orders/search/terms.ts';
import { may } from '../../../people/access/principal.ts';
import type { Permission } from '../../../people/access/rights.ts';
import { sideName } from '../../../people/access/role-names.ts';
import {
  byName,
  findClients,
  findMembers,
  findOrdersAnywhere,
  findOrdersWhileTyping,
  findProducts,
  findSuppliers,
  type FoundMember,
  type FoundOrder,
  type NameLook,
} from '../../../reports/find-anything.ts';
import { formatFace } from '../../../platform/text/formats.ts';
import { html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { createCodeSearch, type CodeSearch } from '../../../reports/code-search.ts';
import { addTyping, nothingTyped } from '../../../web/shell/add-search.ts';
import { findPlaces } from '../../../web/shell/find-places.ts';
import type { FoundKind, Hit } from '../../../web/shell/found-view.ts';
import { momentView } from '../../../web/shell/parts-view.ts';
import { mayOpen } from '../operator-link.ts';
import type { OperatorCall, OperatorContext, OperatorPages } from '../operator.ts';
import { findPage, foundNothing, type Found } from './find-view.ts';
import { findLabels } from './labels.ts';

/** `/o/find`: the search over everything. Its form is posted, since what is looked for may be a code. */
export function addFind(pages: OperatorPages, ctx: OperatorContext): void {
  const { operator: place } = findPlaces;
  const searchCode = createCodeSearch(ctx);
  pages.page<object>({
    ...place,
    load: () => Promise.resolve({}),
    view: (_nothing, call) => findPage(null, call),
  });
  pages.act({
    ...place,
    leadsTo: 'nothing',
    undone: 'nothing',
    async act(call) {
      const wanted = readWanted(call.form.get('q') ?? '');
      if (wanted !== null) return { is: 'shown', page: findPage(await find(wanted, call, searchCode), call) };
      return nothingTyped(findPage(null, call), call.language);
    },
  });
  addTyping(pages, place, findTyped);
}

async function find(wanted: Wanted, call: OperatorCall, searchCode: CodeSearch): Promise<Found> {
  const { ctx, principal, party, now } = call;
  const searched = may(principal, 'codes.find', party) ? await searchCode(principal, wanted.text, now) : null;
  const codes = searched?.is === 'judged' ? searched.verdict : [];
  // Whoever holds a code means the code, whatever else bears its digits.
  if (codes.length > 0) return { ...foundNothing, codes };
  const lists = await findLists(wanted, call, {
    orders: () => findOrdersAnywhere(ctx, wanted),
    named: byName,
  });
  const codesAgainInSeconds = searched?.is === 'refused' ? searched.waitSeconds : 0;
  return { codes, codesAgainInSeconds, ...lists };
}

/** How orders are found, and everything that has a name; while somebody types, in a cheaper way. */
interface Ways {
  orders: () => Promise<FoundOrder[]>;
  named: <One>(read: (look: NameLook) => Promise<One[]>) => Promise<One[]>;
}

/** Each kind is looked for only if this person may see it. */
async function findLists(
  wanted: Wanted,
  { ctx, principal, party }: OperatorCall,
  { orders: readOrders, named }: Ways,
): Promise<Omit<Found, 'codes' | 'codesAgainInSeconds'>> {
  const { pageDb } = ctx;
  const allowed = <T>(permission: Permission, look: () => Promise<T[]>): Promise<T[]> =>
    may(principal, permission, party) ? look() : Promise.resolve([]);
  const [orders, clients, suppliers, products, people] = await Promise.all([
    allowed('orders.read', readOrders),
    allowed('clients.read', () => named((look) => findClients(ctx, wanted, look))),
    allowed('suppliers.read', () => named((look) => findSuppliers(ctx, wanted, look))),
    allowed('catalogue.read', () => named((look) => findProducts(pageDb, wanted, look))),
    allowed('team.read', () => findMembers(ctx, wanted)),
  ]);
  return { orders, clients, suppliers, products, people };
}

async function findTyped(text: string, call: OperatorCall): Promise<FoundKind[]> {
  const wanted = readWanted(text);
  if (wanted === null) return [];
  const found = await findLists(wanted, call, {
    orders: () => (isKey(wanted) ? findOrdersWhileTyping(call.ctx, wanted) : Promise.resolve([])),
    named: (read) => read('words'),
  });
  const labels = findLabels[call.language];
  const hitOf = (place: string, id: number, name: string): Hit => ({
    text: name,
    note: String(id),
    path: mayOpen(call, place) ? `${place}/${id}` : null,
  });
  return [
    { name: labels.orders, hits: found.orders.map((order) => orderHit(order, call.language)) },
    { name: labels.clients, hits: found.clients.map(({ id, name }) => hitOf('/o/clients', id, name)) },
    { name: labels.suppliers, hits: found.suppliers.map(({ id, name }) => hitOf('/o/suppliers', id, name)) },
    { name: labels.products, hits: found.products.map(({ id, title }) => hitOf('/o/products', id, title)) },
    { name: labels.people, hits: found.people.map((member) => memberHit(member, call)) },
  ];
}

const orderHit = (order: FoundOrder, language: Language): Hit => ({
  text: String(order.requestId),
  note: html`${momentView(order.acceptedAt, language)} · ${order.client} · ${order.title} · ${formatFace(order.faceKopecks, language)} · ${stateName(order.state, language)}`,
  path: `/o/orders/${order.requestId}`,
});

/** People are seen at the party whose members they are. */
function memberHit({ name, side, partyId, party }: FoundMember, call: OperatorCall): Hit {
  const list = { operator: '/team', client: '/o/clients', supplier: '/o/suppliers' }[side];
  const path = side === 'operator' ? list : `${list}/${partyId}`;
  return {
    text: name,
    note: side === 'operator' ? sideName(side, call.language) : party,
    path: mayOpen(call, list) ? path : null,
  };
}
