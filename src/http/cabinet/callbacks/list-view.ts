import { keyOf, type CallbackState, type ListedCallback } from '../../../callbacks/list-callbacks.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { fieldView, type FieldErrors } from '../../../web/form-view.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import { dateField, filtersView, selectField } from '../../../web/shell/filters-view.ts';
import { emptyView, listLength, tableView } from '../../../web/shell/list-view.ts';
import { momentView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { callbackLabels, type CallbackLabels } from './labels.ts';

export interface CallbackListData {
  which: 'all' | 'failed' | 'waiting';
  /** Days as they stand in the address. */
  from: string;
  until: string;
  /** One more than a page has, if there are more. */
  callbacks: ListedCallback[];
  isFirst: boolean;
  mayReplay: boolean;
  /** For the field of all that failed. */
  since: string;
}

const looks: Record<CallbackState, string> = { due: ' note', accepted: ' yes', abandoned: ' no' };

export const stateView = (state: CallbackState, labels: CallbackLabels): Html =>
  html`<span class="state${looks[state]}">${labels.states[state]}</span>`;

export function callbackListView(
  data: CallbackListData,
  language: Language,
  errors: FieldErrors = {},
): ShellPage {
  const labels = callbackLabels[language];
  const { which, from, until, callbacks, isFirst, mayReplay } = data;
  const shown = callbacks.slice(0, listLength);
  const isFiltered = which !== 'all' || from !== '' || until !== '';
  return {
    title: labels.title,
    errors,
    main: html`<h1>${labels.title}</h1>
<p class="lead">${labels.lead}</p>
<p><a href="${at('/c/api', language)}#callbacks">${labels.settings}</a></p>
${filtersView({ path: '/c/callbacks', language, fields: filterFields(data, labels), isSet: isFiltered })}
${
  shown.length === 0
    ? emptyView(isFiltered || !isFirst ? labels.noneSuch : labels.empty)
    : html`<section class="card">${tableView({ caption: labels.title, columns: columnsOf(labels), rows: shown.map((row) => rowOf(row, labels, language)) })}</section>
${callbacks.length > listLength && further(data, shown.at(-1), language)}`
}
${mayReplay && replayAll(data, language, errors)}`,
  };
}

const columnsOf = (labels: CallbackLabels) =>
  [labels.request, labels.announced, labels.state, labels.attempts, labels.last].map((name) => ({ name }));

const rowOf = (row: ListedCallback, labels: CallbackLabels, language: Language): Content[] => [
  html`<a href="${at(`/c/callbacks/${row.requestId}`, language)}">${String(row.requestId)}</a>`,
  momentView(row.announcedAt, language),
  html`<span>${stateView(row.state, labels)}</span>`,
  String(row.attempts),
  lastAnswer(row, labels),
];

const lastAnswer = ({ lastStatus, lastProblem }: ListedCallback, labels: CallbackLabels): Content => {
  if (lastStatus !== null) return `${lastStatus}${lastProblem ? ` · ${lastProblem}` : ''}`;
  return lastProblem === null
    ? html`<span class="muted">${labels.none}</span>`
    : `${labels.noAnswer} · ${lastProblem}`;
};

const filterFields = ({ which, from, until }: CallbackListData, labels: CallbackLabels): Html =>
  html`${selectField({
    name: 'which',
    label: labels.which,
    value: which,
    choices: (['all', 'waiting', 'failed'] as const).map((value) => ({ value, text: labels.whiches[value] })),
  })}${dateField('from', labels.from, from)}${dateField('until', labels.until, until)}
${fieldView({ name: 'request', label: labels.byRequest, attributes: html`inputmode="numeric" maxlength="16" autocomplete="off"` })}
<p class="hint">${labels.period}</p>`;

function further(data: CallbackListData, last: ListedCallback | undefined, language: Language): Content {
  if (last === undefined) return null;
  const { requestId, at: sortedAt } = keyOf(data.which, last);
  const { which, from, until } = data;
  const after = `${sortedAt.getTime()}.${requestId}`;
  const address = at(addressOf('/c/callbacks', { which, from, until, after }), language);
  const { title, older } = callbackLabels[language];
  return html`<nav class="pager" aria-label="${title}"><a class="button" href="${address}">${older}</a></nav>`;
}

function replayAll({ since }: CallbackListData, language: Language, errors: FieldErrors): Html {
  const labels = callbackLabels[language];
  return html`<section class="card"><form method="post" action="${at('/c/callbacks/replay-failed', language)}">
${fieldView({ name: 'since', label: labels.replayAll, hint: labels.replayAllHint, value: since, error: errors['since'], type: 'datetime-local', attributes: html`required` })}
<div class="actions"><button class="button">${labels.replayAllAct}</button></div></form></section>`;
}
