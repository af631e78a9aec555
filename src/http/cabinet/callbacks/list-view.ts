/** `/c/callbacks`: callbacks of a client. */
import { keyOf, type ListedCallback } from '../../../callbacks/list-callbacks.ts';
import { answerText, callbackStateView } from '../../../reports/order-story/callbacks/callback-view.ts';
import { callbackStoryLabels } from '../../../reports/order-story/callbacks/labels.ts';
import { replaySinceForm } from '../../../reports/order-story/callbacks/replay-since.ts';
import { permittedOf } from '../../../reports/order-story/ticked/ticked-acts.ts';
import { tickedForm, tickedLink, type TickedForm } from '../../../reports/order-story/ticked/ticked-view.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { longestReason } from '../../../acts/work-items/settle-items.ts';
import { fieldView, type FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { anySet, type Filter } from '../../../web/shell/filters-view.ts';
import { listPage } from '../../../web/shell/list-page.ts';
import { afterRow, listLength } from '../../../web/shell/list-view.ts';
import { dayFilters, type Days } from '../../../web/shell/period.ts';
import type { Columns } from '../../../web/shell/rows-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import type { CabinetCall } from '../cabinet.ts';
import { callbackLabels, type CallbackLabels } from './labels.ts';

const path = '/c/callbacks';

export interface CallbackListData extends Days {
  which: 'all' | 'failed' | 'waiting';
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
  const rows = callbacks.slice(0, listLength);
  const last = callbacks.length > listLength ? rows.at(-1) : undefined;
  const place = last && keyOf(which, last);
  const filters = filtersOf(data, labels);
  const form: TickedForm = {
    path,
    filters: { which: which === 'all' ? '' : which, from, until },
    acts: which === 'waiting' ? [] : permittedOf(['replay'], call),
    language,
  };
  return listPage(
    {
      path,
      title: story.title,
      errors,
      lead: labels.lead,
      aboveFilters: html`<p><a href="${at('/c/api', language)}#callbacks">${labels.settings}</a></p>`,
      filters,
      filtersHint: labels.period,
      columns: columnsOf(call, form),
      rows,
      within: (table) => tickedForm(table, form),
      empty: { text: anySet(filters) || !isFirst ? story.noneSuch : labels.empty },
      next: place && afterRow(place.at, place.requestId),
      atEnd: html`${mayReplay && replaySinceForm(`${path}/replay-failed`, since, errors, language)}
${mayReplay && which === 'failed' && rows.length > 0 && settleForm(call, errors)}`,
    },
    call,
  );
}

function settleForm({ form, language }: CabinetCall, errors: FieldErrors): Html {
  const labels = callbackLabels[language];
  return html`<section class="card"><form method="post" action="${at('/c/callbacks/settle', language)}">
${fieldView({ name: 'because', label: labels.settle, hint: labels.settleHint, value: form.get('because') ?? '', error: errors['because'], attributes: html`required maxlength="${longestReason}" autocomplete="off"` })}
<div class="actions"><button class="button">${labels.settleAct}</button></div></form></section>`;
}

function columnsOf({ party, language }: CabinetCall, form: TickedForm): Columns<ListedCallback> {
  const { request } = callbackLabels[language];
  const story = callbackStoryLabels[language];
  const clientId = party.partyId;
  const link = ({ requestId }: ListedCallback) => tickedLink({ clientId, requestId }, form);
  const state = (row: ListedCallback) => html`<span>${callbackStateView(row.state, language)}</span>`;
  return [
    { name: request, phone: 'start', leads: true, cell: link },
    { name: story.announced, phone: 'end', cell: (row) => row.announcedAt },
    { name: story.state, phone: 'start', cell: state },
    { name: story.attempts, phone: 'half', cell: (row) => String(row.attempts) },
    { name: story.last, phone: 'half', cell: (row) => lastAnswer(row, language) },
  ];
}

const lastAnswer = ({ lastStatus, lastProblem }: ListedCallback, language: Language): Content =>
  lastStatus === null && lastProblem === null
    ? html`<span class="muted">${callbackLabels[language].none}</span>`
    : answerText(lastStatus, lastProblem ?? '', language);

const filtersOf = (data: CallbackListData, labels: CallbackLabels): Filter[] => [
  {
    name: 'which',
    label: labels.which,
    value: data.which,
    usual: 'all',
    choices: (['all', 'waiting', 'failed'] as const).map((value) => ({ value, text: labels.whiches[value] })),
  },
  {
    name: 'request',
    label: labels.byRequest,
    value: '',
    attributes: html`inputmode="numeric" maxlength="16" autocomplete="off"`,
  },
  ...dayFilters(data, labels),
];
