/** `/c/callbacks`: callbacks of a client. */
import { keyOf, type ListedCallback } from '../../../callbacks/list-callbacks.ts';
import { furtherView } from '../../../reports/order-story/callbacks/callback-pager.ts';
import { callbackStateView } from '../../../reports/order-story/callbacks/callback-view.ts';
import {
  callbackStoryLabels,
  type CallbackStoryLabels,
} from '../../../reports/order-story/callbacks/labels.ts';
import { replaySinceForm } from '../../../reports/order-story/callbacks/replay-since.ts';
import { permittedOf } from '../../../reports/order-story/ticked/ticked-acts.ts';
import { tickedForm, tickView, type TickedForm } from '../../../reports/order-story/ticked/ticked-view.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { longestReason } from '../../../acts/work-items/settle-items.ts';
import { fieldView, type FieldErrors } from '../../../web/form-view.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import { anySet, filtersView, type Filter } from '../../../web/shell/filters-view.ts';
import { emptyView, listLength, tableView } from '../../../web/shell/list-view.ts';
import { momentView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import type { CabinetCall } from '../cabinet.ts';
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

export function callbackListView(
  data: CallbackListData,
  call: CabinetCall,
  errors: FieldErrors = {},
): ShellPage {
  const { language } = call;
  const labels = callbackLabels[language];
  const story = callbackStoryLabels[language];
  const { which, from, until, callbacks, isFirst, mayReplay, since } = data;
  const last = callbacks.length > listLength ? callbacks[listLength - 1] : undefined;
  const shown = callbacks.slice(0, listLength);
  const filters = filtersOf(data, labels);
  const isFiltered = anySet(filters);
  const form: TickedForm = {
    path: '/c/callbacks',
    filters: { which: which === 'all' ? '' : which, from, until },
    acts: which === 'waiting' ? [] : permittedOf(['replay'], call),
    language,
  };
  return {
    title: story.title,
    errors,
    main: html`<h1>${story.title}</h1>
<p class="lead">${labels.lead}</p>
<p><a href="${at('/c/api', language)}#callbacks">${labels.settings}</a></p>
${filtersView({ call, path: '/c/callbacks', filters, hint: labels.period })}
${
  shown.length === 0
    ? emptyView(isFiltered || !isFirst ? story.noneSuch : labels.empty)
    : html`<section class="card">${tickedForm(tableView({ caption: story.title, columns: columnsOf(labels, story), phone: ['start', 'end', 'start', 'half', 'half'], leads: 0, rows: shown.map((row) => rowOf(row, call.party.partyId, form)) }), form)}</section>
${last !== undefined && furtherView('/c/callbacks', { which, from, until }, keyOf(which, last), language)}`
}
${mayReplay && replaySinceForm('/c/callbacks/replay-failed', since, errors, language)}
${mayReplay && which === 'failed' && shown.length > 0 && settleForm(labels, errors, language)}`,
  };
}

const settleForm = (labels: CallbackLabels, errors: FieldErrors, language: Language): Html =>
  html`<section class="card"><form method="post" action="${at('/c/callbacks/settle', language)}">
${fieldView({ name: 'because', label: labels.settle, hint: labels.settleHint, error: errors['because'], attributes: html`required maxlength="${longestReason}" autocomplete="off"` })}
<div class="actions"><button class="button">${labels.settleAct}</button></div></form></section>`;

const columnsOf = (labels: CallbackLabels, story: CallbackStoryLabels) =>
  [labels.request, story.announced, story.state, story.attempts, story.last].map((name) => ({ name }));

const rowOf = (row: ListedCallback, clientId: number, form: TickedForm): Content[] => [
  tickView(
    { clientId, requestId: row.requestId },
    html`<a href="${at(addressOf(`/c/callbacks/${row.requestId}`, form.filters), form.language)}">${String(row.requestId)}</a>`,
    form,
  ),
  momentView(row.announcedAt, form.language),
  html`<span>${callbackStateView(row.state, form.language)}</span>`,
  String(row.attempts),
  lastAnswer(row, form.language),
];

const lastAnswer = ({ lastStatus, lastProblem }: ListedCallback, language: Language): Content => {
  if (lastStatus !== null) return `${lastStatus}${lastProblem ? ` · ${lastProblem}` : ''}`;
  return lastProblem === null
    ? html`<span class="muted">${callbackLabels[language].none}</span>`
    : `${callbackStoryLabels[language].noAnswer} · ${lastProblem}`;
};

const filtersOf = ({ which, from, until }: CallbackListData, labels: CallbackLabels): Filter[] => [
  {
    name: 'which',
    label: labels.which,
    value: which,
    usual: 'all',
    choices: (['all', 'waiting', 'failed'] as const).map((value) => ({ value, text: labels.whiches[value] })),
  },
  {
    name: 'request',
    label: labels.byRequest,
    value: '',
    attributes: html`inputmode="numeric" maxlength="16" autocomplete="off"`,
  },
  { name: 'from', label: labels.from, value: from, isDay: true },
  { name: 'until', label: labels.until, value: until, isDay: true },
];
