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
import { emptyView, pagerView, type Listed, type PagerPlace } from '../../../web/shell/list-view.ts';
import { linkView, momentView } from '../../../web/shell/parts-view.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
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
  const asked = ({ askedAt, askedBy }: TopUpRequest) =>
    html`${momentView(askedAt, language)}<br><span class="hint">${askedBy || labels.byProgram}</span>`;
  const state = (one: TopUpRequest) =>
    html`${labels.states[topUpState(one)]}${one.booked !== null && html`<br><span class="hint">${labels.bookedSum(formatSum(one.booked.sumKopecks, language))}, ${momentView(one.booked.at, language)}</span>`}`;
  const acts = (one: TopUpRequest) => {
    const act = (name: 'invoice' | 'withdraw') =>
      actButton(`/c/money/top-up/${one.requestId}/${name}`, labels[name], one.reference, language);
    return html`<div class="actions">${act('invoice')}${topUpState(one) === 'waiting' && act('withdraw')}</div>`;
  };
  const columns: Columns<TopUpRequest> = [
    { name: labels.reference, cell: ({ reference }) => html`<b class="code-like">${reference}</b>` },
    { name: labels.asked, cell: asked },
    { name: labels.sum, look: 'sum', cell: ({ sumKopecks }) => formatSum(sumKopecks, language) },
    { name: labels.state, cell: state },
    { name: labels.files, cell: acts },
  ];
  return rowsView({ caption: labels.requests, columns, rows: requests }, language);
}

/** A button of a row; its name says which row. */
const actButton = (path: string, name: string, about: string, language: Language): Html =>
  html`<form method="post" action="${at(path, language)}"><button class="as-link" aria-label="${name}: ${about}">${name}</button></form>`;

export function documentsView(months: readonly Month[], language: Language, now: Date): Html {
  const labels = moneyLabels[language];
  const link = (month: Month) =>
    linkView(`/c/money?month=${month.name}`, monthName(month, language), language);
  const closing = (month: Month) =>
    isClosed(month, now) ? fileButton(month, 'pdf', labels.closingDocument, language) : labels.goesOn;
  const files = (month: Month) =>
    html`<div class="actions">${fileButton(month, 'xlsx', 'XLSX', language)}${fileButton(month, 'csv', 'CSV', language)}</div>`;
  const columns: Columns<Month> = [
    { name: labels.month, leads: true, cell: link },
    { name: labels.closingDocument, cell: closing },
    { name: labels.files, cell: files },
  ];
  return html`<h1>${labels.documentsTitle}</h1><p class="lead">${labels.documentsLead}</p>
<section class="card">${rowsView({ caption: labels.documentsTitle, columns, rows: months }, language)}</section>`;
}

const fileButton = (month: Month, format: string, name: string, language: Language): Html =>
  html`<form method="post" action="${at('/c/money/documents', language)}"><input type="hidden" name="month" value="${month.name}"><input type="hidden" name="format" value="${format}"><button class="as-link" aria-label="${name}, ${monthName(month, language)}">${name}</button></form>`;
