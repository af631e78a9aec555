import type { ShownCallback } from '../../../callbacks/find-callback.ts';
import type { Beside } from '../../../orders/search/orders-beside.ts';
import { may } from '../../../people/access/principal.ts';
import type { Permission } from '../../../people/access/rights.ts';
import { formatFace } from '../../../platform/text/formats.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { ClientOrder, OrderStory } from '../../../reports/client-order.ts';
import type { OrderMotion } from '../../../reports/order-motion.ts';
import { areaView, type FieldErrors, selectField } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { wayBackView } from '../../../web/shell/list-view.ts';
import { knownFacts, momentView, type Fact } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import type { CabinetCall } from '../cabinet.ts';
import { exchangeFacts } from '../../../reports/order-story/exchange-facts.ts';
import { orderFacts } from '../../../reports/order-story/order-facts.ts';
import { orderPageView } from '../../../reports/order-story/order-page-view.ts';
import { sandboxLabels } from '../sandbox/labels.ts';
import { givenFilters } from './list-filters.ts';
import { orderPageLabels } from './order-page-labels.ts';
import { resendForm } from '../../../reports/order-story/resend/resend-form.ts';

/** What an act adds to the page. */
export interface Shown {
  typed?: { email: string; phone: string };
  comment?: string;
  errors?: FieldErrors;
  notice?: NonNullable<ShellPage['notice']>;
}

interface OrderPage {
  story: OrderStory;
  motion: OrderMotion;
  callback: ShownCallback | null;
  beside: Beside;
}

export function orderView(
  { story, motion, callback, beside }: OrderPage,
  call: CabinetCall,
  shown: Shown,
): ShellPage {
  const { language } = call;
  const { order } = story;
  const title = orderPageLabels[language].title(order.requestId);
  const parts = {
    path: `/c/orders/${order.requestId}`,
    title,
    story,
    motion,
    callback,
    wayBack: wayBack(beside, call),
    facts: factsOf(story, call),
    acts: actsOf(order, call, shown),
    seesLetter: true,
    more: callback && callbackView(callback, call),
  };
  return {
    title,
    notice: shown.notice ?? null,
    ...(shown.errors && { errors: shown.errors }),
    hasFrames: true,
    ...(motion.isMoving && { renews: 'parts' as const }),
    main: orderPageView(parts, language),
  };
}

const wayBack = (beside: Beside, { query, language }: CabinetCall): Html =>
  wayBackView(
    { list: '/c/orders', name: orderPageLabels[language].back, filters: givenFilters(query), beside },
    language,
  );

function sumOf({ state, refundedAt }: ClientOrder): 'held' | 'taken' | 'returned' {
  if (state === 'issued') return refundedAt === null ? 'taken' : 'returned';
  return state === 'failed' || state === 'cancelled' ? 'returned' : 'held';
}

function factsOf(story: OrderStory, { language }: CabinetCall): Fact[] {
  const { order, moved } = story;
  const labels = orderPageLabels[language];
  const { facts } = labels;
  const known = orderFacts(story, language);
  const paid = formatFace(order.returnedKopecks ?? order.sumKopecks, language);
  return knownFacts(
    [
      known.product,
      known.face,
      order.testmode ? null : [labels.sums[sumOf(order)], paid],
      ...exchangeFacts(story, '/c/orders', language),
      known.error,
      order.bulkId === null
        ? null
        : [
            facts.bulk,
            html`<a href="${at(`/c/bulk/${order.bulkId}`, language)}">${String(order.bulkId)}</a>`,
          ],
      known.number,
      known.recipient,
      known.erased,
      [facts.moved, moved && moved.movedAt],
      known.address,
      [facts.sender, [order.senderName, order.emailFrom].filter((one) => one !== '').join(', ')],
      [facts.greeting, order.greeting],
      [facts.dateSend, order.dateSend],
      known.expires,
      [facts.comment, commentView(order, language)],
      known.serviceCode,
      [facts.externalId, order.externalId],
      // Of what a holder has chosen no program of the client knows one.
      order.cardRequestId === null ? known.uuid : null,
    ],
    language,
  );
}

/** With whoever changed it last. */
function commentView(
  { comment, commentChangedBy, commentChangedAt }: ClientOrder,
  language: Language,
): Html | null {
  if (comment === '' && commentChangedAt === null) return null;
  const { commentChanged } = orderPageLabels[language];
  const change =
    commentChangedAt !== null &&
    html`<br><span class="hint">${commentChanged(commentChangedBy ?? '')}, ${momentView(commentChangedAt, language)}</span>`;
  return html`<span class="lines">${comment}</span>${change}`;
}

function actsOf(order: ClientOrder, call: CabinetCall, shown: Shown): Html[] {
  const { language, principal, party } = call;
  const labels = orderPageLabels[language];
  const allowed = (permission: Permission): boolean => may(principal, permission, party);
  const own = (act: string): string => at(`/c/orders/${order.requestId}/${act}`, language);
  const isOpen = order.state === 'issued' && order.refundedAt === null;
  const waits = order.state === 'queued' || order.state === 'delayed';
  return [
    allowed('orders.place') &&
      html`<p><a href="${at(`/c/orders/new?like=${order.requestId}`, language)}">${labels.oneMore}</a></p>`,
    isOpen &&
      allowed('links.read') &&
      html`<p>${labels.openLead}</p><div class="actions"><form method="post" action="${own('link')}"><button class="button">${labels.link}</button></form>
<form method="post" action="${own('code')}"><button class="button">${labels.code}</button></form></div>`,
    isOpen &&
      allowed('orders.resend') &&
      resendForm(
        {
          path: `/c/orders/${order.requestId}`,
          mayRedirect: allowed('orders.redirect'),
          typed: shown.typed,
          errors: shown.errors,
        },
        language,
      ),
    waits &&
      allowed('orders.cancel') &&
      html`<p>${labels.cancelLead}</p><form method="post" action="${own('cancel')}"><button class="button">${labels.cancel}</button></form>`,
    order.testmode && allowed('settings.change') && clockForm(order, call),
    allowed('orders.comment') && commentForm(order, call, shown),
  ].filter((act) => act !== false);
}

/** Time travel, of a test order alone. */
function clockForm({ requestId }: ClientOrder, { language }: CabinetCall): Html {
  const labels = sandboxLabels[language];
  const choices = (['60', '3600', '14400', '86400'] as const).map((value) => ({
    value,
    text: labels.steps[value],
  }));
  return html`<h3>${labels.clock}</h3><p>${labels.clockLead}</p>
<form method="post" action="${at(`/c/orders/${requestId}/clock`, language)}">
${selectField({ name: 'seconds', label: labels.forward, value: '14400', choices })}
<div class="actions"><button class="button">${labels.move}</button></div></form>`;
}

function commentForm(order: ClientOrder, { language }: CabinetCall, { comment, errors = {} }: Shown): Html {
  const labels = orderPageLabels[language];
  const { comment: error } = errors;
  return html`<details${error !== undefined && html` open`}><summary>${labels.changeComment}</summary>
<form method="post" action="${at(`/c/orders/${order.requestId}/comment`, language)}">
${areaView({ name: 'comment', label: labels.facts.comment, hint: labels.commentHint, value: comment ?? order.comment, error, attributes: html`rows="3" maxlength="512"` })}
<button class="button">${labels.saveComment}</button></form></details>`;
}

function callbackView({ body, address, format }: ShownCallback, { language }: CabinetCall): Html {
  const labels = orderPageLabels[language];
  return html`<section class="card"><h2>${labels.callback}</h2><p class="muted">${address}</p>
<details><summary>${labels.callbackBody} (${format})</summary><pre tabindex="0">${body ?? labels.callbackLost}</pre></details></section>`;
}
