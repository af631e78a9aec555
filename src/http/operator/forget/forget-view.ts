/** The pages on which an operator erases a recipient, and the record of erasures. */
import type { ErasureDay, ErasureLine } from '../../../upkeep/erasure/list-erasures.ts';
import type { Hindrance } from '../../../upkeep/erasure/hindrance.ts';
import { longestReason } from '../../../upkeep/erasure/read-erasure.ts';
import type { Weighed } from '../../../upkeep/erasure/weigh-erasure.ts';
import { actorText } from '../../../people/audit/actor-text.ts';
import { formatCount, formatShortDate } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import { areaView, fieldView, type FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { emptyView, pagerView, type Listed } from '../../../web/shell/list-view.ts';
import { factsView, momentView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import { operatorLink } from '../operator-link.ts';
import type { OperatorCall } from '../operator.ts';
import { forgetLabels, type ForgetLabels } from './labels.ts';

export const longestOf = { what: 255, client: 16, reason: longestReason };

export interface TypedErasure {
  what: string;
  client: string;
  reason: string;
}

export type ForgetField = keyof TypedErasure;

export interface ForgetPage {
  erasures: Listed<ErasureLine>;
  days: ErasureDay[];
  typed: TypedErasure;
}

const path = '/o/forget';

export function forgetView(
  { erasures, days, typed }: ForgetPage,
  call: OperatorCall,
  errors: FieldErrors<ForgetField>,
): ShellPage {
  const { language, query } = call;
  const labels = forgetLabels[language];
  return {
    title: labels.title,
    errors,
    main: html`<h1>${labels.title}</h1><p class="lead">${labels.lead}</p>
${formView(typed, labels, call, errors)}
${
  erasures.rows.length === 0
    ? emptyView(labels.none)
    : html`<section class="card"><h2>${labels.list}</h2>${erasuresTable(erasures.rows, labels, call)}
${pagerView(erasures, { path, query, language })}</section>`
}
${days.length > 0 && daysCard(days, labels, call)}`,
  };
}

const formView = (
  typed: TypedErasure,
  labels: ForgetLabels,
  { language }: OperatorCall,
  errors: FieldErrors<ForgetField>,
): Html =>
  html`<form class="card" method="post" action="${at(`${path}/count`, language)}">
${fieldView({ name: 'what', label: labels.what, hint: labels.whatHint, value: typed.what, error: errors.what, attributes: html`required maxlength="${longestOf.what}" autocomplete="off" autocapitalize="none" spellcheck="false"` })}
${fieldView({ name: 'client', label: labels.client, hint: labels.clientHint, value: typed.client, error: errors.client, attributes: html`inputmode="numeric" maxlength="${longestOf.client}" autocomplete="off"` })}
${areaView({ name: 'reason', label: labels.reason, hint: labels.reasonHint, value: typed.reason, error: errors.reason, attributes: html`rows="2" maxlength="${longestOf.reason}" required` })}
<div class="actions"><button class="button main">${labels.count}</button></div></form>`;

/** What would be erased, and the button that does it. */
export function weighedView(
  { weighed, known, typed }: { weighed: Weighed; known: ErasureLine[]; typed: TypedErasure },
  call: OperatorCall,
): ShellPage {
  const { language } = call;
  const labels = forgetLabels[language];
  const { target, erasable, hindered, more, earlier } = weighed;
  const waiting = Object.entries(hindered) as [Hindrance, number][];
  const hidden = (name: ForgetField): Html =>
    html`<input type="hidden" name="${name}" value="${typed[name]}">`;
  const count = formatCount(erasable, language);
  return {
    title: labels.counted,
    main: html`<h1>${labels.counted}</h1>
<section class="card">${factsView([
      [labels.columns.of, target.kind === 'order' ? labels.ofOrder(target.requestId) : labels.ofAddress],
      [labels.columns.client, target.clientId === null ? labels.all : String(target.clientId)],
      [labels.erasable, more ? labels.more(count) : count],
      ...waiting.map(
        ([why, orders]) =>
          [`${labels.waitsLead}: ${labels.waits[why]}`, formatCount(orders, language)] as const,
      ),
      earlier === 0 ? null : [labels.earlier, formatCount(earlier, language)],
      [labels.columns.reason, typed.reason],
    ])}
${erasable === 0 && waiting.length === 0 && html`<p>${labels.nothing}</p>`}
<p class="notice note">${labels.forever}</p>
<form method="post" action="${at(path, language)}">${hidden('what')}${hidden('client')}${hidden('reason')}
<div class="actions"><button class="button main">${labels.erase}</button><a class="button" href="${at(path, language)}">${labels.back}</a></div></form></section>
${known.length > 0 && html`<section class="card"><h2>${labels.earlier}</h2>${erasuresTable(known, labels, call)}</section>`}`,
  };
}

function erasuresTable(rows: readonly ErasureLine[], labels: ForgetLabels, call: OperatorCall): Html {
  const { language } = call;
  const names = labels.columns;
  const subject = ({ requestId, kind }: ErasureLine) =>
    requestId === null
      ? labels[kind === 'client' ? 'wholeClient' : 'address']
      : operatorLink(call, `/o/orders/${requestId}`, String(requestId));
  const client = ({ clientId }: ErasureLine) =>
    clientId === null ? labels.all : operatorLink(call, `/o/clients/${clientId}`, String(clientId));
  const columns: Columns<ErasureLine> = [
    { name: names.asked, cell: (one) => one.askedAt },
    { name: names.by, cell: (one) => actorText(one.askedName, language) },
    { name: names.of, cell: subject },
    { name: names.client, cell: client },
    { name: names.orders, look: 'sum', cell: (one) => formatCount(one.orders, language) },
    { name: names.rows, look: 'sum', cell: (one) => formatCount(one.rowsChanged, language) },
    { name: names.state, cell: (one) => stateOf(one, labels, call) },
    { name: names.reason, cell: (one) => one.reason },
  ];
  return rowsView({ caption: labels.list, columns, rows }, language);
}

function stateOf(one: ErasureLine, labels: ForgetLabels, { language }: OperatorCall): Content {
  if (one.state === 'ended') return html`<span class="state yes">${labels.ended}</span>`;
  if (one.hindrance === null) return html`<span class="state note">${labels.running}</span>`;
  return html`<span><span class="state note">${labels.waits[one.hindrance]}: ${formatCount(one.waiting, language)}</span> ${labels.again} ${momentView(one.dueAt, language)}</span>`;
}

function daysCard(rows: readonly ErasureDay[], labels: ForgetLabels, call: OperatorCall): Html {
  const { language } = call;
  const names = labels.columns;
  const count = (value: number) => formatCount(value, language);
  const day = (one: ErasureDay) => formatShortDate(new Date(`${one.day}T12:00:00+03:00`), language);
  const client = (one: ErasureDay) => operatorLink(call, `/o/clients/${one.clientId}`, one.client);
  const columns: Columns<ErasureDay> = [
    { name: labels.day, cell: day },
    { name: names.client, cell: client },
    { name: names.orders, look: 'sum', cell: (one) => count(one.orders) },
    { name: names.codes, look: 'sum', cell: (one) => count(one.codes) },
    { name: names.rows, look: 'sum', cell: (one) => count(one.rowsChanged) },
  ];
  return html`<section class="card"><h2>${labels.days}</h2><p class="hint">${labels.daysLead}</p>${rowsView({ caption: labels.days, columns, rows }, language)}</section>`;
}
