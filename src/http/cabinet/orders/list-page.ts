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
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { Slice } from '../../../platform/database/slice.ts';
import { dayAfter, moscowDay } from '../../../platform/time/moscow-time.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import { filtersView, searchIn, type Filter } from '../../../web/shell/filters-view.ts';
import {
  emptyView,
  listed,
  listLength,
  pagerView,
  sliceOf,
  tableView,
  type Column,
} from '../../../web/shell/list-view.ts';
import { addressView, momentView } from '../../../web/shell/parts-view.ts';
import type { CabinetCall, CabinetPages } from '../cabinet.ts';
import { filtersIn, givenFilters } from './list-filters.ts';
import { fileView } from './list-file.ts';
import { listLabels } from './list-labels.ts';
import { stateName, stateView } from '../../../reports/order-story/order-labels.ts';
import { permittedOf, tickedAct } from '../../../reports/order-story/ticked/ticked-acts.ts';
import { tickedForm, tickView, type TickedForm } from '../../../reports/order-story/ticked/ticked-view.ts';

const path = '/c/orders';
/** Products ordered in these days can be chosen. */
const productDays = 92;

interface OrderList {
  filters: OrderFilters;
  isSet: boolean;
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
    view: (list, call) => listView(list, call),
  });
  for (const act of tickedActs) pages.act(tickedAct(path, act, tickingOf));
}

const tickedActs = ['resend', 'cancel'] as const;

const tickingOf = ({ ctx, form, principal, party, language }: CabinetCall) => ({
  form,
  principal,
  placeOf: (clientId: number) => (clientId === party.partyId ? ctx : null),
  back: addressOf(path, placeInList(Object.fromEntries(form))),
  language,
});

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
      : searchOrders(ctx.pageDb, ctx.keyring, { clientId, wanted, day, than: slice.than }),
    orderedProducts(ctx.pageDb, clientId, dayAfter(moscowDay(now), -productDays)),
    listOrderAuthors(ctx.pageDb, clientId),
  ]);
  const isSet = Object.values(filters).some((value) => value !== null);
  return { filters, isSet, slice, found, wanted, day, products, authors };
}

function listView(list: OrderList, call: CabinetCall) {
  const { language, principal, party } = call;
  const labels = listLabels[language];
  const mayPlace = may(principal, 'orders.place', party);
  return {
    title: labels.title,
    main: html`<div class="heading"><h1>${labels.title}</h1>${mayPlace && html`<a class="button main" href="${at('/c/orders/new', language)}">${labels.add}</a>`}</div>
${searchAndFilters(list, call)}
${list.found.rows.length === 0 && list.found.lookedTo === null ? emptyList(list, call, mayPlace) : rowsView(list, call)}`,
  };
}

function searchAndFilters({ filters, products, authors }: OrderList, call: CabinetCall): Html {
  const { language, query } = call;
  const labels = listLabels[language];
  const { any } = labels;
  const { state, productId, serviceCode, from, until, test, personId } = filters;
  const people = authors.map((one) => ({ value: String(one.personId), text: one.name }));
  const fields: Filter[] = [
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
    ...(people.length > 0
      ? [{ name: 'who', label: labels.who, choices: people, value: String(personId ?? ''), any }]
      : []),
  ];
  const search = { label: labels.search, hint: labels.searchHint, value: searchIn(query) };
  return filtersView({ call, path, search, filters: fields, columns: columnsOf(language) });
}

function columnsOf(language: Language): Column[] {
  const labels = listLabels[language];
  return [
    { name: labels.number },
    { name: labels.accepted, key: 'accepted' },
    { name: labels.product, key: 'product' },
    { name: labels.face, look: 'sum', key: 'face' },
    { name: labels.recipient, look: 'address', key: 'recipient' },
    { name: labels.state, key: 'state' },
  ];
}

function emptyList({ isSet, wanted, day, slice }: OrderList, call: CabinetCall, mayPlace: boolean): Content {
  const labels = listLabels[call.language];
  if (wanted !== null) return emptyView(labels.nothing(wanted.text, day));
  if (isSet || slice.than !== null) return emptyView(labels.empty);
  const first = html`<a class="button main" href="${at('/c/orders/new', call.language)}">${labels.addFirst}</a>`;
  return emptyView(labels.emptyFirst, mayPlace && first);
}

function rowsView({ found, slice, wanted }: OrderList, call: CabinetCall): Html {
  const { language, query } = call;
  const labels = listLabels[language];
  const page =
    wanted === null
      ? listed(found.rows, slice, ({ requestId }) => requestId)
      : { rows: found.rows, newer: null, older: null };
  const { lookedTo } = found;
  const form = { ...formOf(call), clientId: call.party.partyId };
  return html`<section class="card">${
    page.rows.length > 0 &&
    tickedForm(
      tableView({
        caption: labels.title,
        leads: 0,
        phone: ['start', 'end', 'line', 'start', 'line', 'end'],
        columns: columnsOf(language),
        hidden: call.hidden,
        rows: page.rows.map((order) => orderRow(order, wanted === null ? givenFilters(query) : {}, form)),
      }),
      form,
    )
  }${lookedTo !== null && html`<p class="muted">${wanted === null ? labels.lookedTo : labels.commentsLookedTo}</p>`}</section>
${pagerView(lookedTo === null ? page : { ...page, [slice.direction]: lookedTo }, { path, query, language })}
${wanted === null && fileView(call)}`;
}

const formOf = (call: CabinetCall): TickedForm => ({
  path,
  filters: placeInList(call.query),
  acts: permittedOf(tickedActs, call),
  language: call.language,
});

/** The filters go along, so that its page leads to the orders beside it. */
function orderRow(
  order: ListedOrder,
  filters: Record<string, string>,
  form: TickedForm & { clientId: number },
): Content[] {
  const { clientId, language } = form;
  const { requestId, acceptedAt, title, faceKopecks, recipientName, emailTo, toPhone } = order;
  const address = emailTo === '' ? toPhone : emailTo;
  return [
    tickView(
      { clientId, requestId },
      html`<a href="${at(addressOf(`${path}/${requestId}`, filters), language)}">${String(requestId)}</a>`,
      form,
    ),
    momentView(acceptedAt, language),
    title,
    formatFace(faceKopecks, language),
    recipientName === '' || address === ''
      ? recipientName || addressView(address)
      : html`${recipientName} · ${addressView(address)}`,
    // One element: on a phone the cell is a grid.
    html`<span>${stateView(order, language)}</span>`,
  ];
}
