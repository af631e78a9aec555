import { may } from '../../../people/access/principal.ts';
import { formatCount } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import { mostCounted, type CallbackOfAll, type DeadReceiver } from '../../../reports/callbacks-of-all.ts';
import { fieldView, type FieldErrors } from '../../../web/form-view.ts';
import { addressOf, at } from '../../../web/request-language.ts';
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
  const { clientId, dead, callbacks, isFirst } = list;
  const shown = callbacks.slice(0, listLength);
  const mayReplay = may(principal, 'callbacks.replay', party);
  const number = html`inputmode="numeric" maxlength="15" autocomplete="off"`;
  return {
    title: labels.title,
    errors,
    main: html`<h1>${labels.title}</h1>
<p class="lead">${labels.lead}</p>
${filtersView({
  path: '/o/callbacks',
  language,
  isSet: clientId !== null,
  fields: html`${fieldView({ name: 'client', label: labels.client, value: clientId === null ? '' : String(clientId), attributes: number })}
${fieldView({ name: 'request', label: labels.request, attributes: number })}`,
})}
${dead.length > 0 && deadView(dead, call, mayReplay)}
${
  shown.length === 0
    ? emptyView(clientId === null && isFirst ? labels.empty : labels.noneSuch)
    : html`<section class="card">${rowsView(shown, call)}</section>
${callbacks.length > listLength && further(list, shown, call)}`
}
${mayReplay && clientId !== null && sinceForm(clientId, list.since, call, errors)}`,
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
  return tableView({
    caption: labels.title,
    columns: [labels.number, labels.who, labels.ended, labels.attempts, labels.last].map((name) => ({
      name,
    })),
    rows: rows.map((row): Content[] => [
      html`<a href="${at(`/o/callbacks/${row.requestId}`, language)}">${String(row.requestId)}</a>`,
      operatorLink(call, `/o/clients/${row.clientId}`, row.client),
      row.endedAt && momentView(row.endedAt, language),
      String(row.attempts),
      [row.lastStatus === null ? labels.noAnswer : String(row.lastStatus), row.lastProblem ?? '']
        .filter((part) => part !== '')
        .join(' · '),
    ]),
  });
}

function further({ clientId }: CallbackList, shown: CallbackOfAll[], { language }: OperatorCall): Content {
  const last = shown.at(-1);
  if (last === undefined) return null;
  const after = `${(last.endedAt ?? last.dueAt).getTime()}.${last.requestId}`;
  const client = clientId === null ? '' : String(clientId);
  const { title, older } = callbackLabels[language];
  return html`<nav class="pager" aria-label="${title}"><a class="button" href="${at(addressOf('/o/callbacks', { client, after }), language)}">${older}</a></nav>`;
}

function sinceForm(clientId: number, since: string, { language }: OperatorCall, errors: FieldErrors): Html {
  const labels = callbackLabels[language];
  return html`<section class="card"><form method="post" action="${at(`/o/callbacks/of/${clientId}/replay`, language)}">
${fieldView({ name: 'since', label: labels.sinceAll, hint: labels.sinceHint, value: since, error: errors['since'], type: 'datetime-local', attributes: html`required` })}
<div class="actions"><button class="button">${labels.replayAll}</button></div></form></section>`;
}
