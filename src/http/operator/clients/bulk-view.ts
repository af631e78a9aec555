/** `/o/clients/:id/bulk`: a client's bulk orders, and one of them. */
import { isMoving, waitingLines, type BulkOrder } from '../../../orders/bulk/bulk-order.ts';
import type { BulkLine } from '../../../orders/bulk/list-lines.ts';
import type { Preview } from '../../../orders/bulk/preview.ts';
import { reasonText } from '../../../orders/bulk/problems.ts';
import { problemColumn } from '../../../orders/bulk/sheet-columns.ts';
import { may } from '../../../people/access/principal.ts';
import type { Approval } from '../../../people/approvals/approvals.ts';
import { formatCount } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { livePart } from '../../../web/shell/live-part.ts';
import { emptyView, type Listed, onwardView, pagerView } from '../../../web/shell/list-view.ts';
import { factsView, linkView, momentView, tilesView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import { operatorLink } from '../operator-link.ts';
import type { OperatorCall } from '../operator.ts';
import { clientBulkLabels, type ClientBulkLabels } from './bulk-labels.ts';
import { bulkPlaceLabels } from './bulk-place-labels.ts';
import { confirmCard, uploadCard } from './bulk-place-view.ts';

interface OfClient {
  client: { id: number; name: string };
}

export interface BulkList extends OfClient {
  list: Listed<BulkOrder>;
}

export interface OneBulk extends OfClient {
  bulk: BulkOrder;
  /** While it waits to be confirmed. */
  preview: Preview | null;
  /** It waits for a second person of the client. */
  approval: Approval | null;
  /** Those that brought no certificate. */
  lines: BulkLine[];
  /** Where the next page of them begins; null: there is none. */
  next: number | null;
}

/** Whether the person may order for the client. */
const mayPlace = ({ principal, party }: OperatorCall): boolean => may(principal, 'orders.place', party);

const pathOf = (clientId: number): string => `/o/clients/${clientId}/bulk`;

const nameOf = ({ uuid, name }: BulkOrder, labels: ClientBulkLabels): string =>
  uuid === null ? name : labels.byApi;

/** The bulk orders of a client. */
export function bulkListPage({ client, list }: BulkList, call: OperatorCall, errors: FieldErrors): ShellPage {
  const { language, query } = call;
  const labels = clientBulkLabels[language];
  const count = (number: number): string => formatCount(number, language);
  const link = ({ bulkId }: BulkOrder) =>
    linkView(`${pathOf(client.id)}?bulk=${bulkId}`, String(bulkId), language);
  const columns: Columns<BulkOrder> = [
    { name: labels.number, leads: true, cell: link },
    { name: labels.name, cell: (bulk) => nameOf(bulk, labels) },
    { name: labels.state, cell: (bulk) => labels.states[bulk.state] },
    { name: labels.added, cell: (bulk) => bulk.addedAt },
    { name: labels.lines, look: 'sum', cell: (bulk) => count(bulk.lines) },
    { name: labels.issued, look: 'sum', cell: (bulk) => count(bulk.issued) },
    { name: labels.failed, look: 'sum', cell: (bulk) => count(bulk.failed + bulk.refused) },
  ];
  const table = rowsView({ caption: labels.title, columns, rows: list.rows }, language);
  const pager = pagerView(list, { path: pathOf(client.id), query, language });
  return {
    title: `${labels.title}: ${client.name}`,
    errors,
    main: html`<p>${operatorLink(call, `/o/clients/${client.id}`, client.name)}</p>
<h1>${labels.title}</h1><p class="lead">${labels.lead}</p>
${list.rows.length === 0 ? emptyView(labels.none) : html`<section class="card">${table}${pager}</section>`}
${mayPlace(call) && uploadCard(client.id, errors, language)}`,
  };
}

/** One of them: how far it is, what went wrong, and a way to stop it. */
export function oneBulkPage(data: OneBulk, call: OperatorCall, errors: FieldErrors): ShellPage {
  const { client, bulk, preview, approval, lines } = data;
  const { language, principal, party } = call;
  const labels = clientBulkLabels[language];
  const title = labels.one(bulk.bulkId);
  const { pausedBecause, problem } = bulk;
  return {
    title,
    errors,
    renews: isMoving(bulk),
    main: html`<p>${operatorLink(call, `/o/clients/${client.id}`, client.name)} · <a href="${at(pathOf(client.id), language)}">${labels.title}</a></p>
<div class="heading"><h1>${title}</h1><p><span class="state">${labels.states[bulk.state]}</span></p></div>
${problem !== null && html`<p class="notice no">${labels.problems[problem]}</p>`}
${pausedBecause !== null && html`<p class="notice note">${labels.paused[pausedBecause]}</p>`}
<section class="card">${factsView(factsOf(bulk, call))}</section>
${bulkLive(bulk, call)}
${approval !== null && html`<p class="notice note">${bulkPlaceLabels[language].waits} ${approval.askedName}</p>`}
${preview !== null && confirmCard({ bulk, preview, errors, mayPlace: mayPlace(call) && approval === null }, language)}
${may(principal, 'orders.cancel', party) && actsView(bulk, call)}
${lines.length > 0 && linesView(data, call)}`,
  };
}

/** How often somebody looks who waits for a sheet to be read. */
const liveSeconds = 5;

/** Asked for while it moves. */
export const bulkLive = (bulk: BulkOrder, call: OperatorCall): Html =>
  livePart({
    path: `${pathOf(bulk.clientId)}/${bulk.bulkId}/live`,
    state: `${bulk.state} ${isMoving(bulk) ? 'moves' : 'rests'}`,
    language: call.language,
    every: liveSeconds,
    content: html`<section class="card">${progressView(bulk, call)}${tilesView(tilesOf(bulk, call))}</section>`,
  });

function progressView(bulk: BulkOrder, { language }: OperatorCall): Content {
  const labels = clientBulkLabels[language];
  if (!isMoving(bulk)) return null;
  if (bulk.state === 'reading')
    return html`<progress aria-label="${labels.states.reading}"></progress><p class="hint">${labels.renews}</p>`;
  const of = bulk.lines - bulk.wrong;
  const done = bulk.issued + bulk.failed + bulk.refused;
  const text = labels.progress(formatCount(done, language), formatCount(of, language));
  return html`<p id="progress-name">${text}</p><progress max="${String(Math.max(1, of))}" value="${String(done)}" aria-labelledby="progress-name"></progress><p class="hint">${labels.renews}</p>`;
}

function factsOf(bulk: BulkOrder, { language }: OperatorCall): (readonly [string, Content] | null)[] {
  const labels = clientBulkLabels[language];
  const moment = (name: string, value: Date | null) =>
    value === null ? null : ([name, momentView(value, language)] as const);
  return [
    [labels.name, nameOf(bulk, labels)],
    moment(labels.added, bulk.addedAt),
    moment(labels.confirmed, bulk.confirmedAt),
    moment(labels.ended, bulk.endedAt),
  ];
}

function tilesOf(bulk: BulkOrder, { language }: OperatorCall) {
  const labels = clientBulkLabels[language];
  const counts = {
    lines: bulk.lines,
    wrong: bulk.wrong,
    placed: bulk.placed,
    issued: bulk.issued,
    refused: bulk.refused,
    failed: bulk.failed,
    waiting: waitingLines(bulk),
  };
  return Object.entries(counts).map(([name, value]) => ({
    name: labels[name as keyof typeof counts],
    value: formatCount(value, language),
  }));
}

function actsView({ clientId, bulkId, state, pausedBecause }: BulkOrder, call: OperatorCall): Html | null {
  const { language } = call;
  const labels = clientBulkLabels[language];
  if (state === 'done' || state === 'cancelled') return null;
  const act = (name: 'pause' | 'cancel' | 'resume', text: string): Html =>
    html`<form method="post" action="${at(`${pathOf(clientId)}/${name}`, language)}"><input type="hidden" name="bulk" value="${String(bulkId)}"><button class="button">${text}</button></form> `;
  const isBegun = state === 'placing' || state === 'paused';
  const mayPause = state === 'placing' || pausedBecause === 'no-funds';
  return html`<div class="actions">${mayPause && act('pause', labels.pause)}${state === 'paused' && mayPlace(call) && act('resume', bulkPlaceLabels[language].resume)}${act('cancel', isBegun ? labels.cancel : labels.cancelAll)}</div>`;
}

/** Without what the client typed, which may name recipients. */
function linesView({ client, bulk, lines, next }: OneBulk, call: OperatorCall): Html {
  const { language } = call;
  const labels = clientBulkLabels[language];
  const path = `${pathOf(client.id)}?bulk=${bulk.bulkId}`;
  const reasons = ({ problems }: BulkLine) =>
    problems
      .map((one) => `${problemColumn(one.column, language)} ${reasonText(one, language)}`.trim())
      .join('; ');
  const order = ({ requestId }: BulkLine) =>
    requestId === null ? '–' : operatorLink(call, `/o/orders/${requestId}`, String(requestId));
  const columns: Columns<BulkLine> = [
    { name: labels.line, cell: ({ line }) => String(line) },
    { name: labels.state, cell: ({ state }) => labels.lineStates[state] },
    { name: labels.reason, cell: reasons },
    { name: labels.order, cell: order },
  ];
  return html`<section class="card" id="lines"><h2>${labels.withoutCertificate}</h2>
${rowsView({ caption: labels.withoutCertificate, columns, rows: lines }, language)}
${next !== null && onwardView({ list: labels.withoutCertificate, href: `${at(`${path}&after=${next}`, language)}#lines`, to: 'further' }, language)}</section>`;
}
