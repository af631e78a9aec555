/** `/c/orders/:id`: one order, its whole story, and what can be done with it. */
import { findCallback, type ShownCallback } from '../../../callbacks/find-callback.ts';
import { commentOrder } from '../../../orders/acts/comment-order.ts';
import { cancelOrder } from '../../../orders/acts/cancel-order.ts';
import { openCertificate } from '../../../orders/acts/open-certificate.ts';
import type { RequestKey } from '../../../orders/find-requests.ts';
import { ordersBeside, type Beside } from '../../../orders/search/orders-beside.ts';
import { orderLetter } from '../../../reports/order-story/order-letter.ts';
import { orderLive } from '../../../reports/order-story/order-page-view.ts';
import { cancelQuestion, resendQuestion } from '../../../reports/order-story/order-questions.ts';
import { addressesIn, resendFromPage } from '../../../reports/order-story/resend/resend-act.ts';
import { html } from '../../../platform/text/html.ts';
import { findClientOrder, type OrderStory } from '../../../reports/client-order.ts';
import { readOrderMotion, type OrderMotion } from '../../../reports/order-motion.ts';
import type { Question } from '../../../web/confirm/question.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { CabinetCall, CabinetPages } from '../cabinet.ts';
import { filtersIn } from './list-filters.ts';
import { orderPageLabels } from './order-page-labels.ts';
import { orderView, type Shown } from './order-view.ts';

const path = '/c/orders/:id';

interface OrderPage {
  story: OrderStory;
  motion: OrderMotion;
  callback: ShownCallback | null;
  beside: Beside;
}

export function addOrder(pages: CabinetPages): void {
  pages.page<OrderPage>({
    path,
    needs: 'orders.read',
    load,
    view: (page, call) => orderView(page, call, {}),
  });
  pages.letter({
    path: `${path}/letter`,
    needs: 'orders.read',
    async load(call) {
      const key = keyOf(call);
      return key && orderLetter(call.ctx, key, call.now);
    },
  });
  pages.part({
    path: `${path}/live`,
    needs: 'orders.read',
    async load(call) {
      const key = keyOf(call);
      const motion = key && (await readOrderMotion(call.ctx.pageDb, key, call.now));
      return key && motion && orderLive(pathOf(key), motion, call.language);
    },
  });
  pages.act({
    path: `${path}/resend`,
    needs: 'orders.resend',
    leadsTo: 'codes',
    undone: { asks: askResend },
    act: resend,
  });
  pages.act({
    path: `${path}/cancel`,
    needs: 'orders.cancel',
    leadsTo: 'nothing',
    undone: { asks: askCancel },
    act: cancel,
  });
  pages.act({
    path: `${path}/comment`,
    needs: 'orders.comment',
    leadsTo: 'nothing',
    undone: 'pages',
    act: comment,
  });
  pages.act({
    path: `${path}/link`,
    needs: 'links.read',
    leadsTo: 'codes',
    undone: 'nothing',
    act: (call) => open(call, false),
  });
  pages.act({
    path: `${path}/code`,
    needs: 'links.read',
    leadsTo: 'codes',
    undone: 'nothing',
    act: (call) => open(call, true),
  });
}

const keyOf = ({ party, params }: CabinetCall): RequestKey | null => {
  const requestId = idIn(params['id']);
  return requestId === null ? null : { clientId: party.partyId, requestId };
};

async function load(call: CabinetCall): Promise<OrderPage | null> {
  const { pageDb, keyring } = call.ctx;
  const key = keyOf(call);
  if (key === null) return null;
  // First, so that nothing that comes while the rest is read is overlooked.
  const motion = await readOrderMotion(pageDb, key, call.now);
  if (motion === null) return null;
  const [story, callback, beside] = await Promise.all([
    findClientOrder(pageDb, key),
    findCallback(pageDb, keyring, key),
    ordersBeside(pageDb, key, filtersIn(call.query)),
  ]);
  return story === null ? null : { story, motion, callback, beside };
}

/** The page again, with something said or shown. */
async function again(call: CabinetCall, is: 'wrong' | 'shown', shown: Shown): Promise<ActEnd> {
  const page = await load(call);
  return page === null ? { is: 'missing' } : { is, page: orderView(page, call, shown) };
}

async function askCancel(call: CabinetCall): Promise<Question | null> {
  const page = await load(call);
  return page && cancelQuestion(page.story.order, pathOf(page.story.order), call.language);
}

async function askResend(call: CabinetCall): Promise<Question | null> {
  const page = await load(call);
  const { typed, wrong } = addressesIn(call.form);
  if (page === null || wrong.length > 0) return null;
  return resendQuestion(page.story.order, typed, pathOf(page.story.order), call.language);
}

const pathOf = ({ requestId }: Pick<RequestKey, 'requestId'>): string => `/c/orders/${requestId}`;

async function resend(call: CabinetCall): Promise<ActEnd> {
  const key = keyOf(call);
  if (key === null) return { is: 'missing' };
  return resendFromPage(call, key, { path: pathOf(key), again: (look) => again(call, 'wrong', look) });
}

async function cancel(call: CabinetCall): Promise<ActEnd> {
  const { ctx, principal, language, now } = call;
  const labels = orderPageLabels[language];
  const key = keyOf(call);
  if (key === null) return { is: 'missing' };
  const outcome = await cancelOrder(ctx.db, ctx.keyring, principal, key, now);
  switch (outcome.is) {
    case 'missing':
      return { is: 'missing' };
    case 'cancelled':
      return { is: 'done', to: pathOf(key), flash: { kind: 'yes', text: labels.cancelled } };
    case 'too-late':
      return { is: 'done', to: pathOf(key), flash: { kind: 'no', text: labels.tooLate } };
  }
}

async function comment(call: CabinetCall): Promise<ActEnd> {
  const { ctx, form, principal, language, now } = call;
  const labels = orderPageLabels[language];
  const key = keyOf(call);
  if (key === null) return { is: 'missing' };
  // Browsers send line breaks as two signs, which count as one in the field.
  const typed = (form.get('comment') ?? '').replaceAll('\r\n', '\n').trim();
  const outcome = await commentOrder(ctx.db, ctx.keyring, principal, { ...key, comment: typed }, now);
  switch (outcome.is) {
    case 'missing':
      return { is: 'missing' };
    case 'wrong':
      return again(call, 'wrong', { comment: typed, errors: { comment: labels.badComment } });
    case 'commented':
      return { is: 'done', to: pathOf(key), flash: { kind: 'yes', text: labels.commented } };
  }
}

async function open(call: CabinetCall, withCode: boolean): Promise<ActEnd> {
  const { ctx, principal, language } = call;
  const labels = orderPageLabels[language];
  const key = keyOf(call);
  if (key === null) return { is: 'missing' };
  const opened = await openCertificate(ctx, principal, key, withCode);
  switch (opened.is) {
    case 'missing':
      return { is: 'missing' };
    case 'step-up':
      return { is: 'step-up', to: pathOf(key) };
    case 'closed':
      return again(call, 'wrong', { notice: { kind: 'no', text: labels.closed } });
    case 'opened': {
      const { link, code } = opened;
      const shownCode =
        code === null
          ? null
          : html`<code>${code.number}</code>${code.pin !== '' && html` · ${labels.pin} <code>${code.pin}</code>`}${code.exchangeLink !== undefined && html`<br>${labels.noTill} <a href="${code.exchangeLink}" rel="noreferrer">${code.exchangeLink}</a>`}`;
      return again(call, 'shown', {
        notice: { kind: 'note', text: shownCode ?? html`<a href="${link}" rel="noreferrer">${link}</a>` },
      });
    }
  }
}
