/** `/o/clients`: all of them. */
import { listClientPage, type ClientRow, type ListedClient } from '../../../clients/list-clients.ts';
import { may } from '../../../people/access/principal.ts';
import { formatFace } from '../../../platform/text/formats.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import { searchIn } from '../../../web/shell/filters-view.ts';
import { listPage } from '../../../web/shell/list-page.ts';
import { besideOf, readPage, wayBackView, type Beside, type Listed } from '../../../web/shell/list-view.ts';
import { linkView } from '../../../web/shell/parts-view.ts';
import type { Columns } from '../../../web/shell/rows-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
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

/** Finds the clients beside one that is shown; null in a list that was searched by name, where each step would be a search. */
export async function besideClient({ ctx, query }: OperatorCall, clientId: number): Promise<Beside | null> {
  if (searchIn(query) !== '') return null;
  return besideOf(clientId, async (slice) => (await listClientPage(ctx, { wanted: '', ...slice }))[0]?.id);
}

export const backToClients = (beside: Beside | null, { query, language }: OperatorCall): Html =>
  wayBackView(
    { list: path, name: clientLabels[language].title, filters: { q: searchIn(query) }, beside },
    language,
  );

async function load({ ctx, query }: OperatorCall): Promise<ClientList> {
  const wanted = searchIn(query);
  const list = await readPage(
    query,
    (slice) => listClientPage(ctx, { wanted, ...slice }),
    ({ id }) => id,
  );
  return { wanted, list };
}

function listView({ wanted, list }: ClientList, call: OperatorCall): ShellPage {
  const { language, principal, party } = call;
  const labels = clientLabels[language];
  const action =
    may(principal, 'clients.change', party) &&
    html`<a class="button main" href="${at(`${path}/new`, language)}">${labels.add}</a>`;
  return listPage(
    {
      path,
      title: labels.title,
      action,
      search: { label: labels.search },
      columns: columnsOf(wanted, call),
      rows: list.rows,
      empty: { text: labels.empty, filtered: labels.noneSuch, action },
      pages: list,
    },
    call,
  );
}

function columnsOf(wanted: string, { language, principal, party }: OperatorCall): Columns<ClientRow> {
  const labels = clientLabels[language];
  const link = ({ id, name }: ClientRow) =>
    linkView(addressOf(`${path}/${id}`, { q: wanted }), name, language);
  const available = ({ availableKopecks }: ClientRow) => formatFace(availableKopecks, language);
  const callbacks = ({ callbackUrl, callbackFormat }: ClientRow) =>
    callbackUrl === null ? html`<span class="muted">${labels.none}</span>` : callbackFormat;
  return [
    { name: labels.id, look: 'id', phone: 'end', cell: (client) => String(client.id) },
    { name: labels.name, phone: 'start', leads: true, cell: link },
    { name: labels.modes, phone: 'start', cell: (client) => html`<span>${modesView(client, labels)}</span>` },
    may(principal, 'money.read', party) && {
      name: labels.available,
      look: 'sum',
      phone: 'end',
      cell: available,
    },
    { name: labels.callbacks, phone: 'half', cell: callbacks },
  ];
}

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
