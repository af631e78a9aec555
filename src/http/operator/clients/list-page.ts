/** `/o/clients`: all of them. */
import { listClientPage, type ClientRow, type ListedClient } from '../../../clients/list-clients.ts';
import { may } from '../../../people/access/principal.ts';
import { bySlice, mergedList } from '../../../platform/cells/merge.ts';
import type { Slice } from '../../../platform/database/slice.ts';
import { formatFace } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import { filtersView, searchIn } from '../../../web/shell/filters-view.ts';
import {
  besideOf,
  emptyView,
  listed,
  listLength,
  pagerView,
  sliceOf,
  tableView,
  wayBackView,
  type Beside,
  type Listed,
} from '../../../web/shell/list-view.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { clientLabels, type ClientLabels } from './labels.ts';

const path = '/o/clients';

interface ClientList {
  wanted: string;
  list: Listed<ClientRow>;
}

/** `/o/clients`: all clients, by name or number. */
export function addClientList(pages: OperatorPages): void {
  pages.page<ClientList>({ path, needs: 'clients.read', load, view: listView });
}

type Ask = Slice & { wanted: string; limit: number };

const read = (ctx: OperatorCall['ctx'], ask: Ask): Promise<ClientRow[]> =>
  mergedList(ctx, { by: bySlice(ask, ({ id }: ClientRow) => id), limit: ask.limit }, ({ pageDb }) =>
    listClientPage(pageDb, ask),
  );

/** Of a client that is looked at; not among those found by a name, which are looked for one by one. */
export async function besideClient({ ctx, query }: OperatorCall, clientId: number): Promise<Beside | null> {
  if (searchIn(query) !== '') return null;
  return besideOf(clientId, async (slice) => (await read(ctx, { wanted: '', ...slice }))[0]?.id);
}

export const backToClients = (beside: Beside | null, { query, language }: OperatorCall): Html =>
  wayBackView(
    { list: path, name: clientLabels[language].title, filters: { q: searchIn(query) }, beside },
    language,
  );

async function load({ ctx, query }: OperatorCall): Promise<ClientList> {
  const wanted = searchIn(query);
  const slice = sliceOf(query);
  const rows = await read(ctx, { wanted, ...slice, limit: listLength + 1 });
  return { wanted, list: listed(rows, slice, ({ id }) => id) };
}

function listView({ wanted, list }: ClientList, call: OperatorCall) {
  const { language, query, principal, party } = call;
  const labels = clientLabels[language];
  const mayAdd = may(principal, 'clients.change', party);
  const seesMoney = may(principal, 'money.read', party);
  const add = mayAdd && html`<a class="button main" href="${at(`${path}/new`, language)}">${labels.add}</a>`;
  return {
    title: labels.title,
    main: html`<div class="heading"><h1>${labels.title}</h1>${add}</div>
${filtersView({ call, path, search: { label: labels.search, value: wanted } })}
${
  list.rows.length === 0
    ? emptyView(wanted === '' && list.newer === null ? labels.empty : labels.noneSuch, wanted === '' && add)
    : html`<section class="card">${tableView({
        caption: labels.title,
        leads: 1,
        phone: ['end', 'start', 'start', ...(seesMoney ? ['end' as const] : []), 'half'],
        columns: [
          { name: labels.id },
          { name: labels.name },
          { name: labels.modes },
          ...(seesMoney ? [{ name: labels.available, look: 'sum' as const }] : []),
          { name: labels.callbacks },
        ],
        rows: list.rows.map((client) => rowOf(client, { wanted, labels, language, seesMoney })),
      })}</section>
${pagerView(list, { path, query, language })}`
}`,
  };
}

interface Look {
  wanted: string;
  labels: ClientLabels;
  language: Language;
  seesMoney: boolean;
}

const rowOf = (client: ClientRow, { wanted, labels, language, seesMoney }: Look): Content[] => [
  String(client.id),
  html`<a href="${at(addressOf(`${path}/${client.id}`, { q: wanted }), language)}">${client.name}</a>`,
  html`<span>${modesView(client, labels)}</span>`,
  ...(seesMoney ? [formatFace(client.availableKopecks, language)] : []),
  client.callbackUrl === null ? html`<span class="muted">${labels.none}</span>` : client.callbackFormat,
];

/** Whether its orders are accepted, and how they are dealt with. */
export const modesView = (
  client: Pick<ListedClient, 'switchedOn' | 'testMode' | 'delayedMode'>,
  labels: ClientLabels,
): Html =>
  html`${
    client.switchedOn
      ? client.testMode
        ? html`<span class="state note">${labels.test}</span>`
        : html`<span class="state yes">${labels.live}</span>`
      : html`<span class="state no">${labels.off}</span>`
  }${client.delayedMode && html` <span class="state">${labels.delayed}</span>`}`;
