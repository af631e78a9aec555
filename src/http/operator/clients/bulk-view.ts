import { waitingLines, type BulkOrder } from '../../../bulk/bulk-order.ts';
import type { BulkLine } from '../../../bulk/list-lines.ts';
import { reasonText } from '../../../bulk/problems.ts';
import { columnName } from '../../../bulk/sheet-columns.ts';
import { may } from '../../../people/access/principal.ts';
import { formatCount } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import { at } from '../../../web/request-language.ts';
import { emptyView, pagerView, tableView, type Listed } from '../../../web/shell/list-view.ts';
import { factsView, momentView, tilesView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { operatorLink } from '../operator-link.ts';
import type { OperatorCall } from '../operator.ts';
import { clientBulkLabels, type ClientBulkLabels } from './bulk-labels.ts';

interface OfClient {
  client: { id: number; name: string };
}

export interface BulkList extends OfClient {
  list: Listed<BulkOrder>;
}

export interface OneBulk extends OfClient {
  bulk: BulkOrder;
  /** Those that brought no certificate. */
  lines: BulkLine[];
  /** Where the next page of them begins; null: there is none. */
  next: number | null;
}

const pathOf = (clientId: number): string => `/o/clients/${clientId}/bulk`;

const nameOf = ({ uuid, name }: BulkOrder, labels: ClientBulkLabels): string =>
  uuid === null ? name : labels.byApi;

/** The bulk orders of a client. */
export function bulkListPage({ client, list }: BulkList, call: OperatorCall): ShellPage {
  const { language, query } = call;
  const labels = clientBulkLabels[language];
  const count = (number: number): string => formatCount(number, language);
  const sums = [labels.lines, labels.issued, labels.failed].map((name) => ({ name, look: 'sum' as const }));
  const table = tableView({
    caption: labels.title,
    columns: [...[labels.number, labels.name, labels.state, labels.added].map((name) => ({ name })), ...sums],
    rows: list.rows.map((bulk) => [
      html`<a href="${at(`${pathOf(client.id)}?bulk=${bulk.bulkId}`, language)}">${String(bulk.bulkId)}</a>`,
      nameOf(bulk, labels),
      labels.states[bulk.state],
      momentView(bulk.addedAt, language),
      count(bulk.lines),
      count(bulk.issued),
      count(bulk.failed + bulk.refused),
    ]),
  });
  const pager = pagerView(list, { path: pathOf(client.id), query, language });
  return {
    title: `${labels.title}: ${client.name}`,
    main: html`<p>${operatorLink(call, `/o/clients/${client.id}`, client.name)}</p>
<h1>${labels.title}</h1><p class="lead">${labels.lead}</p>
${list.rows.length === 0 ? emptyView(labels.none) : html`<section class="card">${table}${pager}</section>`}`,
  };
}

/** One of them: how far it is, what went wrong, and a way to stop it. */
export function oneBulkPage({ client, bulk, lines, next }: OneBulk, call: OperatorCall): ShellPage {
  const { language, principal, party } = call;
  const labels = clientBulkLabels[language];
  const title = labels.one(bulk.bulkId);
  const { pausedBecause, problem } = bulk;
  return {
    title,
    main: html`<p>${operatorLink(call, `/o/clients/${client.id}`, client.name)} · <a href="${at(pathOf(client.id), language)}">${labels.title}</a></p>
<div class="heading"><h1>${title}</h1><p><span class="state">${labels.states[bulk.state]}</span></p></div>
${problem !== null && html`<p class="notice no">${labels.problems[problem]}</p>`}
${pausedBecause !== null && html`<p class="notice note">${labels.paused[pausedBecause]}</p>`}
<section class="card">${factsView(factsOf(bulk, call))}${tilesView(tilesOf(bulk, call))}</section>
${may(principal, 'orders.cancel', party) && actsView(bulk, call)}
${lines.length > 0 && linesView({ client, bulk, lines, next }, call)}`,
  };
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
  const act = (name: 'pause' | 'cancel'): Html =>
    html`<form method="post" action="${at(`${pathOf(clientId)}/${name}`, language)}"><input type="hidden" name="bulk" value="${String(bulkId)}"><button class="button">${labels[name]}</button></form> `;
  const mayPause = state === 'placing' || pausedBecause === 'no-funds';
  return html`<div class="actions">${mayPause && act('pause')}${act('cancel')}</div>`;
}

/** Without what the client typed, which may name recipients. */
function linesView({ client, bulk, lines, next }: OneBulk, call: OperatorCall): Html {
  const { language } = call;
  const labels = clientBulkLabels[language];
  const path = `${pathOf(client.id)}?bulk=${bulk.bulkId}`;
  return html`<section class="card" id="lines"><h2>${labels.notSold}</h2>
${tableView({
  caption: labels.notSold,
  columns: [labels.line, labels.state, labels.reason, labels.order].map((name) => ({ name })),
  rows: lines.map(({ line, state, problems, requestId }) => [
    String(line),
    labels.lineStates[state],
    problems
      .map((one) => `${columnName(one.column, language)} ${reasonText(one, language)}`.trim())
      .join('; '),
    requestId === null ? '–' : operatorLink(call, `/o/orders/${requestId}`, String(requestId)),
  ]),
})}
${next !== null && html`<nav class="pager" aria-label="${labels.notSold}"><span></span><a class="button" href="${at(`${path}&after=${next}`, language)}#lines">${labels.further}</a></nav>`}</section>`;
}
