/** `/c/find`: orders, products and people of the client, by whatever one has in the hand. */
import { stateName } from '../../../reports/order-story/order-labels.ts';
import type { ListedOrder } from '../../../orders/search/listed-order.ts';
import { findOrdersByKey, searchOrders } from '../../../orders/search/search-orders.ts';
import { isKey, readWanted, type Wanted } from '../../../orders/search/terms.ts';
import { may } from '../../../people/access/principal.ts';
import type { Permission } from '../../../people/access/rights.ts';
import { roleName } from '../../../people/access/role-names.ts';
import { formatFace } from '../../../platform/text/formats.ts';
import { html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { moscowDay } from '../../../platform/time/moscow-time.ts';
import { createOwnCodeSearch, type OwnCodeSearch } from '../../../reports/code-search.ts';
import {
  byName,
  findOwnMembers,
  findProducts,
  mostFound,
  type FoundProduct,
  type NameLook,
  type OwnMember,
} from '../../../reports/find-anything.ts';
import { addressOf } from '../../../web/request-language.ts';
import { addFindPage, addTyping } from '../../../web/shell/add-search.ts';
import { findPlaces } from '../../../web/shell/find-places.ts';
import type { FoundKind, Hit } from '../../../web/shell/found-view.ts';
import { momentView } from '../../../web/shell/parts-view.ts';
import type { CabinetCall, CabinetContext, CabinetPages } from '../cabinet.ts';
import { findLabels } from './labels.ts';

export function addFind(pages: CabinetPages, ctx: CabinetContext): void {
  const { client: place } = findPlaces;
  const searchCode = createOwnCodeSearch(ctx);
  addFindPage(
    pages,
    place,
    ({ language }) => findLabels[language],
    (text, call) => findAll(text, call, searchCode),
  );
  addTyping(pages, place, findTyped);
}

/** After Enter the code is looked for too, comments of today, and names by any part of them. */
async function findAll(text: string, call: CabinetCall, searchCode: OwnCodeSearch): Promise<FoundKind[]> {
  const wanted = readWanted(text);
  if (wanted === null) return [];
  const { ctx, party, principal, now, language } = call;
  const searched = may(principal, 'links.read', party) ? await searchCode(principal, wanted.text, now) : null;
  // Whoever holds a code means the code, whatever else has its digits.
  if (searched?.is === 'judged' && searched.verdict.length > 0)
    return [{ name: findLabels[language].ofCode, hits: searched.verdict.map(codeHit) }];
  const orders = async () => {
    const ask = { clientId: party.partyId, wanted, day: moscowDay(now), fromKey: null };
    return (await searchOrders(ctx.pageDb, ctx.keyring, ask)).rows;
  };
  return kindsOf(wanted, call, { orders, byName });
}

function findTyped(text: string, call: CabinetCall): Promise<FoundKind[]> {
  const wanted = readWanted(text);
  if (wanted === null) return Promise.resolve([]);
  const { ctx, party } = call;
  const orders = () =>
    isKey(wanted)
      ? findOrdersByKey(ctx.pageDb, ctx.keyring, { clientId: party.partyId, wanted })
      : Promise.resolve([]);
  return kindsOf(wanted, call, { orders, byName: (read) => read('words') });
}

interface Ways {
  orders: () => Promise<ListedOrder[]>;
  byName: (read: (look: NameLook) => Promise<FoundProduct[]>) => Promise<FoundProduct[]>;
}

async function kindsOf(wanted: Wanted, call: CabinetCall, ways: Ways): Promise<FoundKind[]> {
  const { ctx, principal, party, language } = call;
  const labels = findLabels[language];
  const allowed = <T>(permission: Permission, read: () => Promise<T[]>): Promise<T[]> =>
    may(principal, permission, party) ? read() : Promise.resolve([]);
  const [orders, products, people] = await Promise.all([
    allowed('orders.read', ways.orders),
    allowed('catalogue.read', () => ways.byName((look) => findProducts(ctx.pageDb, wanted, look, 'offered'))),
    allowed('team.read', () => findOwnMembers(ctx.pageDb, party, wanted)),
  ]);
  return [
    {
      name: labels.orders,
      hits: orders.slice(0, mostFound).map((order) => orderHit(order, language)),
      isCut: orders.length >= mostFound,
    },
    { name: labels.products, hits: products.map(productHit), isCut: products.length === mostFound },
    {
      name: labels.people,
      hits: people.map((one) => personHit(one, language)),
      isCut: people.length === mostFound,
    },
  ];
}

/** The code itself is not shown. */
const codeHit = (requestId: number): Hit => ({ text: String(requestId), path: `/c/orders/${requestId}` });

const orderHit = (order: ListedOrder, language: Language): Hit => ({
  text: String(order.requestId),
  note: html`${momentView(order.acceptedAt, language)} · ${order.title} · ${formatFace(order.faceKopecks, language)} · ${stateName(order.state, language)}`,
  path: `/c/orders/${order.requestId}`,
});

const productHit = ({ id, title }: FoundProduct): Hit => ({
  text: title,
  note: String(id),
  path: addressOf('/c/catalogue', { q: title }),
});

const personHit = ({ name, role }: OwnMember, language: Language): Hit => ({
  text: name,
  note: roleName(role, language),
  path: '/team',
});
