/** `/o/orders/:id`: one order with its whole story. */
import type { ShownCallback } from '../../../callbacks/find-callback.ts';
import { exchangeFacts } from '../../../reports/order-story/exchange-facts.ts';
import { orderFacts } from '../../../reports/order-story/order-facts.ts';
import { orderPageView } from '../../../reports/order-story/order-page-view.ts';
import { resendForm } from '../../../reports/order-story/resend/resend-form.ts';
import type { Beside } from '../../../orders/search/orders-beside.ts';
import { may } from '../../../people/access/principal.ts';
import type { Permission } from '../../../people/access/rights.ts';
import type { OwnAsk } from '../../../people/approvals/find-asked.ts';
import { formatFace } from '../../../platform/text/formats.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { OrderStory } from '../../../reports/client-order.ts';
import type { OrderMotion } from '../../../reports/order-motion.ts';
import type { SupplierExchangeCall } from '../../../reports/supplier-calls.ts';
import type { DelayedFace } from '../../../reports/what-waits/read-waiting.ts';
import { fieldView, type FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { wayBackView } from '../../../web/shell/list-view.ts';
import { knownFacts, momentView, type Fact } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { mayOpen, operatorLink } from '../operator-link.ts';
import { callDetails, outcomeName } from '../../../reports/call-texts.ts';
import type { OperatorCall } from '../operator.ts';
import { codeForm } from './code-view.ts';
import { orderLabels } from './labels.ts';
import { givenFilters } from './list-filters.ts';

export interface OrderPage {
  story: OrderStory;
  motion: OrderMotion;
  callback: ShownCallback | null;
  calls: SupplierExchangeCall[];
  beside: Beside;
  /** While it is delayed. */
  waitsFor: DelayedFace['waitsFor'] | null;
  client: string;
  /** What this person asked a second one for, to see the code. */
  codeAsk: OwnAsk | null;
}

/** What an act adds to the page. */
export interface OrderLook {
  typed?: { email?: string; phone?: string; note?: string; reason?: string };
  errors?: FieldErrors;
  notice?: NonNullable<ShellPage['notice']>;
}

export function orderView(page: OrderPage, call: OperatorCall, look: OrderLook): ShellPage {
  const { language, principal, party } = call;
  const { story, motion, callback } = page;
  const { requestId } = story.order;
  const title = orderLabels[language].one(requestId);
  const parts = {
    path: `/o/orders/${requestId}`,
    title,
    story,
    motion,
    callback,
    wayBack: wayBack(page.beside, call),
    facts: factsOf(page, call),
    acts: actsOf(page, call, look),
    seesLetter: may(principal, 'orders.resend', party),
    more: moreView(page, call),
  };
  return {
    title,
    notice: look.notice ?? null,
    errors: look.errors ?? {},
    hasFrames: true,
    ...(motion.isMoving && { renews: 'parts' as const }),
    main: orderPageView(parts, language),
  };
}

function moreView({ calls, callback }: OrderPage, call: OperatorCall): Html | null {
  if (calls.length === 0 && callback === null) return null;
  return html`${calls.length > 0 && callsView(calls, call)}${callback !== null && callbackView(callback, call)}`;
}

const wayBack = (beside: Beside, { query, language }: OperatorCall): Html =>
  wayBackView(
    { list: '/o/orders', name: orderLabels[language].title, filters: givenFilters(query), beside },
    language,
  );

function factsOf({ story, client, waitsFor }: OrderPage, { language }: OperatorCall): Fact[] {
  const { order, moved } = story;
  const labels = orderLabels[language];
  const { facts } = labels;
  const known = orderFacts(story, language);
  return knownFacts(
    [
      [facts.client, html`<a href="${at(`/o/clients/${order.clientId}`, language)}">${client}</a>`],
      known.product,
      known.face,
      order.testmode ? null : [facts.sum, formatFace(order.sumKopecks, language)],
      ...exchangeFacts(story, '/o/orders', language),
      known.number,
      [facts.accepted, order.acceptedAt],
      [facts.ended, order.endedAt],
      known.expires,
      [facts.refunded, order.refundedAt],
      [facts.returned, order.returnedKopecks && formatFace(order.returnedKopecks, language)],
      known.erased,
      [facts.moved, moved && html`${momentView(moved.movedAt, language)} · <code>${moved.file}</code>`],
      known.error,
      [facts.awaits, waitsFor && labels.awaits[waitsFor]],
      known.recipient,
      known.address,
      [facts.comment, order.comment],
      known.serviceCode,
      [facts.externalId, order.externalId],
      known.uuid,
    ],
    language,
  );
}

function actsOf(page: OrderPage, call: OperatorCall, look: OrderLook): Html[] {
  const { order } = page.story;
  const { language, principal, party } = call;
  const labels = orderLabels[language];
  const allowed = (permission: Permission): boolean => may(principal, permission, party);
  const isOpen = order.state === 'issued' && order.refundedAt === null;
  const one = (act: string, lead: string, name: string): Html =>
    html`<form method="post" action="${at(`/o/orders/${order.requestId}/${act}`, language)}"><p>${lead}</p><div class="actions"><button class="button">${name}</button></div></form>`;
  return [
    isOpen &&
      allowed('orders.resend') &&
      resendForm(
        {
          path: `/o/orders/${order.requestId}`,
          mayRedirect: allowed('orders.redirect'),
          typed: look.typed,
          errors: look.errors,
        },
        language,
      ),
    isOpen &&
      allowed('codes.show') &&
      codeForm(
        {
          requestId: order.requestId,
          asked: page.codeAsk,
          reason: look.typed?.reason,
          error: look.errors?.['reason'],
        },
        language,
      ),
    isOpen && !order.testmode && allowed('refunds.make') && refundForm(order.requestId, call, look),
    order.state === 'delayed' && allowed('orders.resend') && one('retry', labels.retryLead, labels.retry),
    (order.state === 'queued' || order.state === 'delayed') &&
      allowed('orders.cancel') &&
      one('cancel', labels.cancelLead, labels.cancel),
    order.erasedAt === null &&
      order.endedAt !== null &&
      allowed('recipients.forget') &&
      html`<p><a href="${at(`/o/forget?request=${order.requestId}`, language)}">${labels.forget}</a></p>`,
  ].filter((act) => act !== false);
}

function refundForm(requestId: number, { language }: OperatorCall, { typed, errors = {} }: OrderLook): Html {
  const labels = orderLabels[language];
  return html`<details${errors['note'] !== undefined && html` open`}><summary>${labels.refund}</summary>
<form method="post" action="${at(`/o/orders/${requestId}/refund`, language)}"><p>${labels.refundLead}</p>
${fieldView({ name: 'note', label: labels.note, hint: labels.noteHint, value: typed?.note ?? '', error: errors['note'], attributes: html`required maxlength="500" autocomplete="off"` })}
<label class="choice"><input type="checkbox" name="takenBack" value="yes"> ${labels.takenBack}</label>
<div class="actions"><button class="button">${labels.refund}</button></div></form></details>`;
}

const callsView = (calls: SupplierExchangeCall[], { language }: OperatorCall): Html => {
  const labels = orderLabels[language];
  return html`<section class="card"><h2>${labels.calls}</h2><p class="muted">${labels.callsLead}</p>
${calls.map(
  ({ kind, attempt, at: instant, httpStatus, details, outcome, transcript }) =>
    html`<details><summary>${labels.call(kind, attempt)} · ${momentView(instant, language)} · ${outcomeName(outcome, language)}${httpStatus !== null && html` ${String(httpStatus)}`}</summary>
${details !== '' && html`<p>${callDetails(details, language)}</p>`}${transcript !== '' && html`<pre tabindex="0">${transcript}</pre>`}</details>`,
)}</section>`;
};

function callbackView({ requestId, address }: ShownCallback, call: OperatorCall): Html {
  const labels = orderLabels[call.language];
  const log = `/o/callbacks/${requestId}`;
  return html`<section class="card"><h2>${labels.callback}</h2><p><code>${address}</code></p>
${mayOpen(call, log) && html`<p>${operatorLink(call, log, labels.toCallback)}</p>`}</section>`;
}
