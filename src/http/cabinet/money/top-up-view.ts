/** The client's announced payments, and the form that announces one. */
import {
  maxTopUpKopecks,
  minTopUpKopecks,
  topUpState,
  type TopUpRequest,
} from '../../../ledger/top-up-requests.ts';
import { formatSum } from '../../../clients/money/format-sum.ts';
import { isClosed, monthName, type Month } from '../../../clients/money/months.ts';
import { formatFace } from '../../../platform/text/formats.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { fieldView, type FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import {
  emptyView,
  pagerView,
  tableView,
  type Listed,
  type PagerPlace,
} from '../../../web/shell/list-view.ts';
import { momentView } from '../../../web/shell/parts-view.ts';
import { moneyLabels } from './labels.ts';

export interface TopUpData {
  list: Listed<TopUpRequest>;
  payee: readonly string[];
}

export interface TopUpLook {
  place: PagerPlace;
  sum?: string;
  errors?: FieldErrors;
}

export function topUpView({ list, payee }: TopUpData, { place, sum = '', errors = {} }: TopUpLook): Html {
  const { language } = place;
  const labels = moneyLabels[language];
  return html`<h1>${labels.topUpTitle}</h1><p class="lead">${labels.topUpLead}</p>
<section class="card narrow"><form method="post" action="${at('/c/money/top-up', language)}">${fieldView({
    name: 'sum',
    label: labels.sum,
    hint: labels.sumHint(formatFace(minTopUpKopecks, language), formatFace(maxTopUpKopecks, language)),
    value: sum,
    error: errors['sum'],
    attributes: html`inputmode="decimal" autocomplete="off" required maxlength="20"`,
  })}<div><button class="button main">${labels.make}</button></div></form></section>
${list.rows.length === 0 ? emptyView(labels.noRequests) : html`<section class="card"><h2>${labels.requests}</h2>${requestsView(list.rows, language)}${pagerView(list, place)}</section>`}
<section class="card"><h2>${labels.bankDetails}</h2><p>${payee.length === 0 ? labels.noBankDetails : payee.map((line) => html`${line}<br>`)}</p></section>`;
}

function requestsView(requests: readonly TopUpRequest[], language: Language): Html {
  const labels = moneyLabels[language];
  return tableView({
    caption: labels.requests,
    columns: [
      { name: labels.reference },
      { name: labels.asked },
      { name: labels.sum, look: 'sum' },
      { name: labels.state },
      { name: labels.files },
    ],
    rows: requests.map((one) => {
      const state = topUpState(one);
      return [
        html`<b class="code-like">${one.reference}</b>`,
        html`${momentView(one.askedAt, language)}<br><span class="hint">${one.askedBy === '' ? labels.byProgram : one.askedBy}</span>`,
        formatSum(one.sumKopecks, language),
        html`${labels.states[state]}${one.booked !== null && html`<br><span class="hint">${labels.bookedSum(formatSum(one.booked.sumKopecks, language))}, ${momentView(one.booked.at, language)}</span>`}`,
        html`<div class="actions">${actButton(`/c/money/top-up/${one.requestId}/invoice`, labels.invoice, one.reference, language)}${state === 'waiting' && actButton(`/c/money/top-up/${one.requestId}/withdraw`, labels.withdraw, one.reference, language)}</div>`,
      ];
    }),
  });
}

/** A button of a row; its name says which row. */
const actButton = (path: string, name: string, about: string, language: Language): Html =>
  html`<form method="post" action="${at(path, language)}"><button class="as-link" aria-label="${name}: ${about}">${name}</button></form>`;

export function documentsView(months: readonly Month[], language: Language, now: Date): Html {
  const labels = moneyLabels[language];
  return html`<h1>${labels.documentsTitle}</h1><p class="lead">${labels.documentsLead}</p>
<section class="card">${tableView({
    caption: labels.documentsTitle,
    leads: 0,
    columns: [{ name: labels.month }, { name: labels.closingDocument }, { name: labels.files }],
    rows: months.map((month) => [
      html`<a href="${at(`/c/money?month=${month.name}`, language)}">${monthName(month, language)}</a>`,
      isClosed(month, now) ? fileButton(month, 'pdf', labels.closingDocument, language) : labels.goesOn,
      html`<div class="actions">${fileButton(month, 'xlsx', 'XLSX', language)}${fileButton(month, 'csv', 'CSV', language)}</div>`,
    ]),
  })}</section>`;
}

const fileButton = (month: Month, format: string, name: string, language: Language): Html =>
  html`<form method="post" action="${at('/c/money/documents', language)}"><input type="hidden" name="month" value="${month.name}"><input type="hidden" name="format" value="${format}"><button class="as-link" aria-label="${name}, ${monthName(month, language)}">${name}</button></form>`;
