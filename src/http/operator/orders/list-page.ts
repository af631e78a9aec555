/** `/o/orders`: the orders of all clients by state, or those of one by everything. */
import { findClient } from '../../../clients/find-client.ts';
import { may } from '../../../people/access/principal.ts';
import { stateView } from '../../../reports/order-story/order-labels.ts';
import { permittedOf, tickedAct } from '../../../reports/order-story/ticked/ticked-acts.ts';
import { tickedFile } from '../../../reports/order-story/ticked/ticked-file.ts';
import { tickedForm, tickView, type TickedForm } from '../../../reports/order-story/ticked/ticked-view.ts';
import type { ListedOrder } from '../../../orders/search/listed-order.ts';
import { listClientOrders } from '../../../orders/search/list-orders.ts';
import { searchOrders } from '../../../orders/search/search-orders.ts';
import { readWanted } from '../../../orders/search/terms.ts';
import { formatFace } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { moscowDay } from '../../../platform/time/moscow-time.ts';
import { searchByNumber } from '../../../reports/find-request-keys.ts';
import { listOrdersOfAll, wholeLists } from '../../../reports/orders-of-all.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import { filtersView, searchIn, type Filter } from '../../../web/shell/filters-view.ts';
import { shellLabels } from '../../../web/shell/labels.ts';
import {
  emptyView,
  listed,
  listLength,
  pagerView,
  sliceOf,
  tableView,
  type Column,
  type Listed,
} from '../../../web/shell/list-view.ts';
import { momentView } from '../../../web/shell/parts-view.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { orderLabels } from './labels.ts';
import { addOrderFile, fileView } from './list-file.ts';
import { filtersIn, givenFilters, ofOneClient, type ListFilters } from './list-filters.ts';

const path = '/o/orders';

type Row = ListedOrder & { clientId: number; client: string };

interface OrderList extends ListFilters {
  client: string | null;
  wanted: string;
  list: Listed<Row>;
  isCut: boolean;
}

export function addOrderList(pages: OperatorPages): void {
  pages.page<OrderList>({ path, needs: 'orders.read', keepsViews: true, load, view: listView });
  for (const act of tickedActs) pages.act(tickedAct(path, act, backOf));
  pages.act(tickedFile(path, backOf));
  addOrderFile(pages);
}

const tickedActs = ['resend', 'cancel'] as const;

const backOf = ({ form }: OperatorCall): string => addressOf(path, placeInList(Object.fromEntries(form)));

/** Filters and page of the list. */
const placeInList = (query: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    ['state', 'client', 'product', 'from', 'until', 'q', 'older', 'newer'].flatMap((name) =>
      query[name] ? [[name, query[name]]] : [],
    ),
  );

async function load(call: OperatorCall): Promise<OrderList> {
  const { ctx, query } = call;
  const wanted = searchIn(query);
  const { clientId } = filtersIn(query);
  const client = clientId === null ? null : await findClient(ctx.pageDb, clientId);
  const filters = { ...filtersIn(query), client: client?.name ?? null, wanted };
  if (wanted !== '') return { ...filters, ...(await search(call, filters)) };
  return { ...filters, ...(client === null ? await listAll(call, filters) : await listOne(call, filters)) };
}

type Filters = Omit<OrderList, 'list' | 'isCut'>;
type Found = Pick<OrderList, 'list' | 'isCut'>;

const whole = (rows: Row[]): Found => ({ list: { rows, newer: null, older: null }, isCut: false });

async function search(
  { ctx, now, query }: OperatorCall,
  { wanted, clientId, client, from }: Filters,
): Promise<Found> {
  const asked = readWanted(wanted);
  if (asked === null) return whole([]);
  if (clientId !== null && client !== null) {
    const day = from === '' ? moscowDay(now) : from;
    const { than } = sliceOf(query);
    const found = await searchOrders(ctx.pageDb, ctx.keyring, { clientId, wanted: asked, day, than });
    const rows = found.rows.map((row) => ({ ...row, clientId, client }));
    return { list: { rows, newer: null, older: found.lookedTo }, isCut: found.lookedTo !== null };
  }
  if (asked.number === null) return whole([]);
  return whole(await searchByNumber(ctx, { ...asked, number: asked.number }, now));
}

async function listAll({ ctx, query }: OperatorCall, { which, productId }: Filters): Promise<Found> {
  const slice = sliceOf(query);
  const ask = { which: which || ('issued' as const), productId, ...slice, limit: listLength + 1 };
  const { rows, lookedTo } = await listOrdersOfAll(ctx, ask);
  const list = listed(rows, slice, ({ key }) => key);
  // What is at work is not paged: the oldest are shown.
  if (which === 'queued' || which === 'obtaining') return whole(list.rows);
  return {
    list: lookedTo === null ? list : { ...list, [slice.direction]: lookedTo },
    isCut: lookedTo !== null,
  };
}

async function listOne({ ctx, query }: OperatorCall, filters: Filters): Promise<Found> {
  const { clientId, client } = filters;
  const slice = sliceOf(query);
  const { rows, lookedTo } = await listClientOrders(ctx.pageDb, {
    clientId: clientId ?? 0,
    filters: ofOneClient(filters),
    ...slice,
    limit: listLength + 1,
  });
  const list = listed(
    rows.map((row) => ({ ...row, clientId: clientId ?? 0, client: client ?? '' })),
    slice,
    ({ requestId }) => requestId,
  );
  return {
    list: lookedTo === null ? list : { ...list, [slice.direction]: lookedTo },
    isCut: lookedTo !== null,
  };
}

/** Of all clients, all states, and from the newest on. */
const isWhole = ({ clientId }: OrderList, { query }: OperatorCall): boolean =>
  clientId === null && Object.keys(query).every((name) => name === 'lang');

function listView(shown: OrderList, call: OperatorCall) {
  const { language, query } = call;
  const labels = orderLabels[language];
  const { list, isCut, client, clientId } = shown;
  const title = client === null ? labels.title : `${labels.title}: ${client}`;
  return {
    title,
    main: html`<div class="heading"><h1>${labels.title}</h1><a class="button" href="${at('/o/waiting', language)}">${labels.waits}</a></div>
${client !== null && html`<p><a href="${at(`/o/clients/${clientId}`, language)}">${client}</a></p>`}
${searchAndFilters(shown, call)}
${
  list.rows.length === 0 && !isCut
    ? emptyView(isWhole(shown, call) ? labels.none : labels.empty)
    : html`<section class="card">${list.rows.length > 0 && rowsView(list.rows, call)}${isCut && html`<p class="muted">${labels.lookedTo}</p>`}</section>
${pagerView(list, { path, query, language })}
${client !== null && shown.wanted === '' && fileView(call)}`
}`,
  };
}

function searchAndFilters(
  { which, clientId, client, productId, from, until, wanted }: OrderList,
  call: OperatorCall,
): Html {
  const { language } = call;
  const labels = orderLabels[language];
  const attributes = html`inputmode="numeric" maxlength="15" autocomplete="off"`;
  const ofAll = clientId === null;
  const filters: Filter[] = [
    {
      name: 'state',
      label: labels.which,
      choices: wholeLists.map((value) => ({ value, text: labels.lists[value] })),
      value: which === '' && ofAll ? 'issued' : which,
      ...(ofAll ? { usual: 'issued' } : { any: shellLabels[language].any }),
    },
    {
      name: 'client',
      label: labels.client,
      hint: labels.clientHint,
      value: ofAll ? '' : String(clientId),
      said: client && `${labels.who}: ${client}`,
      attributes,
    },
    {
      name: 'product',
      label: labels.product,
      value: productId === null ? '' : String(productId),
      attributes,
    },
    { name: 'from', label: labels.from, value: from, isDay: true },
    { name: 'until', label: labels.until, value: until, isDay: true },
  ];
  return filtersView({
    call,
    path,
    search: { label: labels.search, hint: labels.searchHint, value: wanted },
    filters,
    columns: columnsOf(language),
  });
}

function columnsOf(language: Language): Column[] {
  const labels = orderLabels[language];
  return [
    { name: labels.number },
    { name: labels.who, key: 'client' },
    { name: labels.accepted, key: 'accepted' },
    { name: labels.what, key: 'product' },
    { name: labels.face, look: 'sum', key: 'face' },
    { name: labels.state, key: 'state' },
  ];
}

function rowsView(rows: Row[], call: OperatorCall): Html {
  const { language, query, hidden } = call;
  const form: TickedForm = {
    path,
    filters: placeInList(query),
    acts: permittedOf(tickedActs, call),
    takesFile: may(call.principal, 'exports.make', call.party),
    language,
  };
  const labels = orderLabels[language];
  const given = searchIn(query) === '' ? givenFilters(query) : {};
  const table = tableView({
    caption: labels.title,
    leads: 0,
    phone: ['start', 'line', 'end', 'line', 'start', 'end'],
    columns: columnsOf(language),
    hidden,
    rows: rows.map((row): Content[] => [
      tickView(
        row,
        html`<a href="${at(addressOf(`${path}/${row.requestId}`, given), language)}">${String(row.requestId)}</a>`,
        form,
      ),
      html`<a href="${at(`/o/clients/${row.clientId}`, language)}">${row.client}</a>`,
      momentView(row.acceptedAt, language),
      row.title,
      formatFace(row.faceKopecks, language),
      html`<span>${stateView(row, language)}${row.errorCode !== null && html` ${String(row.errorCode)}`}</span>`,
    ]),
  });
  return tickedForm(table, form);
}
