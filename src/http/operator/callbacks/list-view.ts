/** `/o/callbacks`: callbacks of all clients. */
import { furtherView } from '../../../order-story/callbacks/callback-pager.ts';
import { callbackStoryLabels } from '../../../order-story/callbacks/labels.ts';
import { replaySinceForm } from '../../../order-story/callbacks/replay-since.ts';
import { may } from '../../../people/access/principal.ts';
import { formatCount } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import { mostCounted, type CallbackOfAll, type DeadReceiver } from '../../../reports/callbacks-of-all.ts';
import { fieldView, type FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { filtersView } from '../../../web/shell/filters-view.ts';
import { emptyView, listLength, tableView } from '../../../web/shell/list-view.ts';
import { momentView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { operatorLink } from '../operator-link.ts';
import type { OperatorCall } from '../operator.ts';
import { callbackLabels } from './labels.ts';

export interface CallbackList {
  clientId: number | null;
  /** Only on the first page of all. */
  dead: DeadReceiver[];
  /** One more than a page has, if there are more. */
  callbacks: CallbackOfAll[];
  isFirst: boolean;
  /** For the field of all that failed, Moscow time. */
  since: string;
}

export function callbackListView(
  list: CallbackList,
  call: OperatorCall,
  errors: FieldErrors = {},
): ShellPage {
  const { language, principal, party } = call;
  const labels = callbackLabels[language];
  const { title, noneSuch } = callbackStoryLabels[language];
  const { clientId, dead, callbacks, isFirst, since } = list;
  const last = callbacks.length > listLength ? callbacks[listLength - 1] : undefined;
  const client = clientId === null ? '' : String(clientId);
  const shown = callbacks.slice(0, listLength);
  const mayReplay = may(principal, 'callbacks.replay', party);
  const number = html`inputmode="numeric" maxlength="15" autocomplete="off"`;
  return {
    title,
    errors,
    main: html`<h1>${title}</h1>
<p class="lead">${labels.lead}</p>
${filtersView({
  path: '/o/callbacks',
  language,
  isSet: clientId !== null,
  fields: html`${fieldView({ name: 'client', label: labels.client, value: client, attributes: number })}
${fieldView({ name: 'request', label: labels.request, attributes: number })}`,
})}
${dead.length > 0 && deadView(dead, call, mayReplay)}
${
  shown.length === 0
    ? emptyView(clientId === null && isFirst ? labels.empty : noneSuch)
    : html`<section class="card">${rowsView(shown, call)}</section>
${last !== undefined && furtherView('/o/callbacks', { client }, { at: last.endedAt ?? last.dueAt, requestId: last.requestId }, language)}`
}
${mayReplay && clientId !== null && replaySinceForm(`/o/callbacks/of/${clientId}/replay`, since, errors, language)}`,
  };
}

function deadView(dead: DeadReceiver[], call: OperatorCall, mayReplay: boolean): Html {
  const { language } = call;
  const labels = callbackLabels[language];
  const names = [labels.who, labels.address, labels.since, labels.givenUp];
  const columns = (mayReplay ? [...names, labels.action] : names).map((name) => ({ name }));
  return html`<section class="card"><h2>${labels.dead}</h2><p>${labels.deadLead}</p>
${tableView({
  caption: labels.dead,
  phone: ['line', 'line', 'half', 'half', 'line'],
  columns,
  rows: dead.map(({ clientId, client, address, failedAt, givenUp }): Content[] => {
    const count = formatCount(Math.min(givenUp, mostCounted), language);
    return [
      operatorLink(call, `/o/clients/${clientId}`, client),
      html`<code>${address}</code>`,
      momentView(failedAt, language),
      givenUp > mostCounted ? labels.more(count) : count,
      ...(mayReplay
        ? [
            html`<form method="post" action="${at(`/o/callbacks/of/${clientId}/replay`, language)}"><input type="hidden" name="at" value="${String(failedAt.getTime())}"><button class="as-link" aria-label="${labels.replayAll}: ${client}">${labels.replayAll}</button></form>`,
          ]
        : []),
    ];
  }),
})}</section>`;
}

function rowsView(rows: CallbackOfAll[], call: OperatorCall): Html {
  const { language } = call;
  const labels = callbackLabels[language];
  const { title, attempts, last, noAnswer } = callbackStoryLabels[language];
  return tableView({
    caption: title,
    phone: ['start', 'line', 'end', 'half', 'half'],
    columns: [labels.number, labels.who, labels.ended, attempts, last].map((name) => ({ name })),
    rows: rows.map((row): Content[] => [
      html`<a href="${at(`/o/callbacks/${row.requestId}`, language)}">${String(row.requestId)}</a>`,
      operatorLink(call, `/o/clients/${row.clientId}`, row.client),
      row.endedAt && momentView(row.endedAt, language),
      String(row.attempts),
      [row.lastStatus === null ? noAnswer : String(row.lastStatus), row.lastProblem ?? '']
        .filter((part) => part !== '')
        .join(' · '),
    ]),
  });
}
