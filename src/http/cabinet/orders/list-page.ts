/** `/c/orders`: the orders of the client, by filters or by the search box. */
import { orderedProducts, type OrderedProduct } from '../../../orders/days/ordered-products.ts';
import { listOrderAuthors, type OrderAuthor } from '../../../orders/search/list-authors.ts';
import type { ListedOrder } from '../../../orders/search/listed-order.ts';
import { listClientOrders, type FoundOrders, type OrderFilters } from '../../../orders/search/list-orders.ts';
import { searchOrders } from '../../../orders/search/search-orders.ts';
import { readWanted, type Wanted } from '../../../orders/search/terms.ts';
import { requestStates } from '../../../orders/states.ts';
import { may } from '../../../people/access/principal.ts';
import { formatFace } from '../../../platform/text/formats.ts';
import { html, type Content } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { Slice } from '../../../platform/database/slice.ts';
import { dayAfter, moscowDay } from '../../../platform/time/moscow-time.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import { searchIn, type Filter } from '../../../web/shell/filters-view.ts';
import { listPage } from '../../../web/shell/list-page.ts';
import { listed, listLength, sliceOf } from '../../../web/shell/list-view.ts';
import { addressView } from '../../../web/shell/parts-view.ts';
import type { Columns } from '../../../web/shell/rows-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import type { CabinetCall, CabinetPages } from '../cabinet.ts';
import { filtersIn, givenFilters } from './list-filters.ts';
import { fileView } from './list-file.ts';
import { listLabels } from './list-labels.ts';
import { stateName, stateView } from '../../../reports/order-story/order-labels.ts';
import { permittedOf, tickedAct } from '../../../reports/order-story/ticked/ticked-acts.ts';
import { tickedFile } from '../../../reports/order-story/ticked/ticked-file.ts';
import { tickedForm, tickedLink, type TickedForm } from '../../../reports/order-story/ticked/ticked-view.ts';

const path = '/c/orders';
/** Products ordered in these days can be chosen. */
const productDays = 92;

interface OrderList {
  filters: OrderFilters;
  slice: Slice;
  found: FoundOrders;
  wanted: Wanted | null;
  /** The day whose comments were searched. */
  day: string;
  products: OrderedProduct[];
  authors: OrderAuthor[];
}

export function addOrderList(pages: CabinetPages): void {
  pages.page<OrderList>({
    path,
    needs: 'orders.read',
    keepsViews: true,
    load,
    view: listView,
  });
  for (const act of tickedActs) pages.act(tickedAct(path, act, backOf));
  pages.act(tickedFile(path, backOf));
}

const tickedActs = ['resend', 'cancel'] as const;

const backOf = ({ form }: CabinetCall): string => addressOf(path, placeInList(Object.fromEntries(form)));

/** Filters and page of the list. */
const placeInList = (query: Readonly<Record<string, string>>): Record<string, string> => ({
  ...givenFilters(query),
  ...searchFilters(query),
});

const searchFilters = (query: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(['q', 'older', 'newer'].flatMap((name) => (query[name] ? [[name, query[name]]] : [])));

async function load(call: CabinetCall): Promise<OrderList> {
  const { ctx, party, query, now } = call;
  const clientId = party.partyId;
  const filters = filtersIn(query);
  const slice = sliceOf(query);
  const wanted = readWanted(searchIn(query));
  const day = filters.from ?? moscowDay(now);
  const [found, products, authors] = await Promise.all([
    wanted === null
      ? listClientOrders(ctx.pageDb, { clientId, filters, ...slice, limit: listLength + 1 })
      : searchOrders(ctx.pageDb, ctx.keyring, { clientId, wanted, day, fromKey: slice.fromKey }),
    orderedProducts(ctx.pageDb, clientId, dayAfter(moscowDay(now), -productDays)),
    listOrderAuthors(ctx.pageDb, clientId),
  ]);
  return { filters, slice, found, wanted, day, products, authors };
}

function listView(list: OrderList, call: CabinetCall): ShellPage {
  const { found, slice, wanted } = list;
  const { language, principal, party, query } = call;
  const labels = listLabels[language];
  const mayPlace = may(principal, 'orders.place', party);
  const begin = (name: string): Content =>
    mayPlace && html`<a class="button main" href="${at('/c/orders/new', language)}">${name}</a>`;
  const page =
    wanted === null
      ? listed(found.rows, slice, ({ requestId }) => requestId)
      : { rows: found.rows, newer: null, older: null };
  const { lookedTo } = found;
  const form = formOf(call);
  return listPage(
    {
      path,
      title: labels.title,
      action: begin(labels.add),
      search: { label: labels.search, hint: labels.searchHint },
      filters: filtersOf(list, language),
      columns: columnsOf(call, form, wanted === null ? givenFilters(query) : {}),
      rows: page.rows,
      within: (table) => tickedForm(table, form),
      empty: {
        text: labels.emptyFirst,
        action: begin(labels.addFirst),
        filtered: wanted === null ? labels.empty : labels.nothing(wanted.text, list.day),
      },
      note: lookedTo !== null && (wanted === null ? labels.lookedTo : labels.commentsLookedTo),
      pages: lookedTo === null ? page : { ...page, [slice.direction]: lookedTo },
      atEnd: wanted === null && (page.rows.length > 0 || lookedTo !== null) && fileView(call),
    },
    call,
  );
}

function filtersOf({ filters, products, authors }: OrderList, language: Language): Filter[] {
  const labels = listLabels[language];
  const { any } = labels;
  const { state, productId, serviceCode, from, until, test, personId } = filters;
  const people = authors.map((one) => ({ value: String(one.personId), text: one.name }));
  return [
    {
      name: 'state',
      label: labels.state,
      choices: requestStates.map((one) => ({ value: one, text: stateName(one, language) })),
      value: state ?? '',
      any,
    },
    {
      name: 'product',
      label: labels.product,
      choices: products.map(({ id, title }) => ({ value: String(id), text: title })),
      value: String(productId ?? ''),
      any,
    },
    {
      name: 'code',
      label: labels.code,
      value: serviceCode ?? '',
      attributes: html`maxlength="100" autocomplete="off"`,
    },
    { name: 'from', label: labels.from, value: from ?? '', isDay: true },
    { name: 'until', label: labels.until, value: until ?? '', isDay: true },
    {
      name: 'kind',
      label: labels.kind,
      choices: [
        { value: 'real', text: labels.real },
        { value: 'test', text: labels.test },
      ],
      value: test === null ? '' : test ? 'test' : 'real',
      any,
    },
    ...(people.length > 0 || personId !== null
      ? [{ name: 'who', label: labels.who, choices: people, value: String(personId ?? ''), any }]
      : []),
  ];
}

/** The filters go along, so that the page of an order leads to those beside it. */
function columnsOf(
  { party, language }: CabinetCall,
  form: TickedForm,
  filters: Record<string, string>,
): Columns<ListedOrder> {
  const labels = listLabels[language];
  const clientId = party.partyId;
  const link = ({ requestId }: ListedOrder) => tickedLink({ clientId, requestId }, form, filters);
  const face = ({ faceKopecks }: ListedOrder) => formatFace(faceKopecks, language);
  // One element: on a phone the cell is a grid.
  const state = (order: ListedOrder) => html`<span>${stateView(order, language)}</span>`;
  return [
    { name: labels.number, phone: 'start', leads: true, cell: link },
    { name: labels.accepted, key: 'accepted', phone: 'end', cell: (order) => order.acceptedAt },
    { name: labels.product, key: 'product', phone: 'line', cell: (order) => order.title },
    { name: labels.face, look: 'sum', key: 'face', phone: 'start', cell: face },
    { name: labels.recipient, look: 'address', key: 'recipient', phone: 'line', cell: recipientView },
    { name: labels.state, key: 'state', phone: 'end', cell: state },
  ];
}

function recipientView({ recipientName, emailTo, toPhone }: ListedOrder): Content {
  const address = emailTo === '' ? toPhone : emailTo;
  return recipientName === '' || address === ''
    ? recipientName || addressView(address)
    : html`${recipientName} · ${addressView(address)}`;
}

const formOf = (call: CabinetCall): TickedForm => ({
  path,
  filters: placeInList(call.query),
  acts: permittedOf(tickedActs, call),
  takesFile: may(call.principal, 'exports.make', call.party),
  language: call.language,
});
