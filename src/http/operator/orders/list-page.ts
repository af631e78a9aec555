/** `/o/orders`: the orders of all clients by state, or those of one by everything. */
import { findClient } from '../../../clients/find-client.ts';
import { may } from '../../../people/access/principal.ts';
import { stateView } from '../../../reports/order-story/order-labels.ts';
import { permittedOf, tickedAct } from '../../../reports/order-story/ticked/ticked-acts.ts';
import { tickedFile } from '../../../reports/order-story/ticked/ticked-file.ts';
import { tickedForm, tickedLink, type TickedForm } from '../../../reports/order-story/ticked/ticked-view.ts';
import type { ListedOrder } from '../../../orders/search/listed-order.ts';
import { listClientOrders } from '../../../orders/search/list-orders.ts';
import { searchOrders } from '../../../orders/search/search-orders.ts';
import { readWanted } from '../../../orders/search/terms.ts';
import { formatFace } from '../../../platform/text/formats.ts';
import { html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { moscowDay } from '../../../platform/time/moscow-time.ts';
import { searchByNumber } from '../../../reports/find-request-keys.ts';
import { listOrdersOfAll, wholeLists } from '../../../reports/orders-of-all.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import { searchIn, type Filter } from '../../../web/shell/filters-view.ts';
import { shellLabels } from '../../../web/shell/labels.ts';
import { listPage } from '../../../web/shell/list-page.ts';
import { listed, listLength, sliceOf, type Listed } from '../../../web/shell/list-view.ts';
import { linkView } from '../../../web/shell/parts-view.ts';
import { dayFilters } from '../../../web/shell/period.ts';
import type { Columns } from '../../../web/shell/rows-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
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
    const { fromKey } = sliceOf(query);
    const found = await searchOrders(ctx.pageDb, ctx.keyring, { clientId, wanted: asked, day, fromKey });
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

function listView(shown: OrderList, call: OperatorCall): ShellPage {
  const { language, query } = call;
  const labels = orderLabels[language];
  const { list, isCut, client, clientId } = shown;
  const form: TickedForm = {
    path,
    filters: placeInList(query),
    acts: permittedOf(tickedActs, call),
    takesFile: may(call.principal, 'exports.make', call.party),
    language,
  };
  return listPage(
    {
      path,
      title: client === null ? labels.title : `${labels.title}: ${client}`,
      heading: labels.title,
      action: html`<a class="button" href="${at('/o/waiting', language)}">${labels.waits}</a>`,
      aboveFilters: client !== null && html`<p>${linkView(`/o/clients/${clientId}`, client, language)}</p>`,
      search: { label: labels.search, hint: labels.searchHint },
      filters: filtersOf(shown, language),
      columns: columnsOf(form, call),
      rows: list.rows,
      within: (table) => tickedForm(table, form),
      empty: { text: labels.none, filtered: labels.empty },
      note: isCut && labels.lookedTo,
      pages: list,
      atEnd: client !== null && shown.wanted === '' && (list.rows.length > 0 || isCut) && fileView(call),
    },
    call,
  );
}

function filtersOf({ which, clientId, client, productId, ...days }: OrderList, language: Language): Filter[] {
  const labels = orderLabels[language];
  const attributes = html`inputmode="numeric" maxlength="15" autocomplete="off"`;
  const ofAll = clientId === null;
  return [
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
      value: String(clientId ?? ''),
      said: client && `${labels.who}: ${client}`,
      attributes,
    },
    { name: 'product', label: labels.product, value: String(productId ?? ''), attributes },
    ...dayFilters(days, labels),
  ];
}

/** The filters go along, so that the page of an order leads to those beside it. */
function columnsOf(form: TickedForm, { language, query }: OperatorCall): Columns<Row> {
  const labels = orderLabels[language];
  const given = searchIn(query) === '' ? givenFilters(query) : {};
  const client = (row: Row) => linkView(`/o/clients/${row.clientId}`, row.client, language);
  const face = ({ faceKopecks }: Row) => formatFace(faceKopecks, language);
  const state = (row: Row) =>
    html`<span>${stateView(row, language)}${row.errorCode !== null && html` ${String(row.errorCode)}`}</span>`;
  return [
    { name: labels.number, phone: 'start', leads: true, cell: (row) => tickedLink(row, form, given) },
    { name: labels.who, key: 'client', phone: 'line', cell: client },
    { name: labels.accepted, key: 'accepted', phone: 'end', cell: (row) => row.acceptedAt },
    { name: labels.what, key: 'product', phone: 'line', cell: (row) => row.title },
    { name: labels.face, look: 'sum', key: 'face', phone: 'start', cell: face },
    { name: labels.state, key: 'state', phone: 'end', cell: state },
  ];
}
