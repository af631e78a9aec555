/** What an operator does with one order: send it again, cancel, try a delayed one now, refund, show its code. */
import { showCode } from '../../../acts/guarded/show-code.ts';
import { cancelOrder } from '../../../orders/acts/cancel-order.ts';
import { makeRefund } from '../../../orders/acts/make-refund.ts';
import { retryOrder } from '../../../orders/acts/retry-order.ts';
import type { RequestKey } from '../../../orders/find-requests.ts';
import { cancelQuestion, resendQuestion } from '../../../reports/order-story/order-questions.ts';
import { addressesIn, resendFromPage } from '../../../reports/order-story/resend/resend-act.ts';
import { formatFace } from '../../../platform/text/formats.ts';
import type { Permission } from '../../../people/access/rights.ts';
import type { Question } from '../../../web/confirm/question.ts';
import { line } from '../../../web/form/kinds.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import type { ActDefinition, ActEnd } from '../../../web/shell/pages.ts';
import type { Guarded, OperatorCall, OperatorContext, OperatorPages } from '../operator.ts';
import { codeLabels } from './code-labels.ts';
import { shownCodeView } from './code-view.ts';
import { orderLabels } from './labels.ts';
import { loadOrder, orderKey } from './load-order.ts';
import { redirecting, refunding } from './order-tells.ts';
import { refundQuestion } from './refund-question.ts';
import { orderView, type OrderLook } from './order-view.ts';

type OrderAct = (call: OperatorCall, key: RequestKey) => Promise<ActEnd>;

export function addOrderActs(pages: OperatorPages, path: string): void {
  const act = (
    name: string,
    needs: Permission,
    guarded: Guarded & Pick<ActDefinition<OperatorContext>, 'undone' | 'judged'>,
    run: OrderAct,
  ): void =>
    pages.act({
      path: `${path}/${name}`,
      needs,
      ...guarded,
      async act(call) {
        const key = await orderKey(call);
        return key === null ? { is: 'missing' } : run(call, key);
      },
    });
  const judged = {
    fields: { note: line({ most: longestNote }), reason: line({ most: longestNote }) },
    again: (call: OperatorCall, errors: FieldErrors) =>
      again(call, { errors, typed: { note: refundIn(call).note, reason: reasonIn(call) } }),
  };
  const redirected = { leadsTo: 'codes', secondPerson: redirecting, undone: { asks: askResend } } as const;
  const refunded = {
    leadsTo: 'money',
    secondPerson: refunding,
    undone: { asks: askRefund },
    judged,
  } as const;
  act('resend', 'orders.resend', redirected, resend);
  act('cancel', 'orders.cancel', { leadsTo: 'nothing', undone: { asks: askCancel } }, cancel);
  act('retry', 'orders.resend', { leadsTo: 'nothing', undone: 'nothing' }, retry);
  act('refund', 'refunds.make', refunded, refund);
  act(
    'code',
    'codes.show',
    { leadsTo: 'codes', secondPerson: 'asked-by-verb', undone: 'nothing', judged },
    show,
  );
}

async function askCancel(call: OperatorCall): Promise<Question | null> {
  const page = await loadOrder(call);
  return page && cancelQuestion(page.story.order, pathOf(page.story.order), call.language);
}

async function askResend(call: OperatorCall): Promise<Question | null> {
  const page = await loadOrder(call);
  const { typed, wrong } = addressesIn(call.form);
  if (page === null || wrong.length > 0) return null;
  return resendQuestion(page.story.order, typed, pathOf(page.story.order), call.language);
}

async function askRefund(call: OperatorCall): Promise<Question | null> {
  const page = await loadOrder(call);
  const { note, takenBack } = refundIn(call);
  return page && note !== '' ? refundQuestion(page, { note, takenBack }, call.language) : null;
}

const pathOf = ({ requestId }: Pick<RequestKey, 'requestId'>): string => `/o/orders/${requestId}`;

const done = (key: RequestKey, kind: 'yes' | 'no', text: string): ActEnd => ({
  is: 'done',
  to: pathOf(key),
  flash: { kind, text },
});

/** The page again, with what is wrong. */
async function again(call: OperatorCall, look: OrderLook): Promise<ActEnd> {
  const page = await loadOrder(call);
  return page === null ? { is: 'missing' } : { is: 'wrong', page: orderView(page, call, look) };
}

const resend: OrderAct = (call, key) =>
  resendFromPage(call, key, { path: pathOf(key), again: (look) => again(call, look) });

async function cancel({ ctx, principal, language, now }: OperatorCall, key: RequestKey): Promise<ActEnd> {
  const labels = orderLabels[language];
  const outcome = await cancelOrder(ctx.db, ctx.keyring, principal, key, now);
  if (outcome.is === 'missing') return { is: 'missing' };
  return outcome.is === 'cancelled' ? done(key, 'yes', labels.cancelled) : done(key, 'no', labels.tooLate);
}

async function retry({ ctx, principal, language, now }: OperatorCall, key: RequestKey): Promise<ActEnd> {
  const labels = orderLabels[language];
  const outcome = await retryOrder(ctx.db, ctx.keyring, principal, key, now);
  if (outcome.is === 'missing') return { is: 'missing' };
  if (outcome.is === 'not-timed') return done(key, 'no', labels.notTimed);
  ctx.onPlaced();
  return done(key, 'yes', labels.retried);
}

const longestNote = 500;

const refundIn = ({ form }: OperatorCall) => ({
  note: (form.get('note') ?? '').trim(),
  takenBack: form.get('takenBack') === 'yes',
});

async function refund(call: OperatorCall, key: RequestKey): Promise<ActEnd> {
  const { ctx, principal, language, now } = call;
  const labels = orderLabels[language];
  const { note, takenBack } = refundIn(call);
  if (note === '') return again(call, { errors: { note: labels.noNote } });
  const ask = { ...key, note, takenBack };
  const outcome = await makeRefund(ctx, principal, ask, now);
  switch (outcome.is) {
    case 'forbidden':
    case 'no-order':
      return { is: 'missing' };
    case 'step-up':
      return { is: 'step-up', to: pathOf(key) };
    case 'refunded': {
      const textOf = outcome.toCertificate === true ? labels.refundedToCard : labels.refundedSum;
      return done(key, 'yes', textOf(formatFace(outcome.sumKopecks, language)));
    }
    default:
      return again(call, { typed: { note }, errors: { note: labels.refundProblems[outcome.is] } });
  }
}

const reasonIn = ({ form }: OperatorCall): string => (form.get('reason') ?? '').trim();

async function show(call: OperatorCall, key: RequestKey): Promise<ActEnd> {
  const { ctx, principal, language } = call;
  const labels = codeLabels[language];
  const reason = reasonIn(call);
  if (reason === '') return again(call, { errors: { reason: labels.noReason } });
  const outcome = await showCode(ctx, principal, { ...key, reason });
  switch (outcome.is) {
    case 'missing':
      return { is: 'missing' };
    case 'step-up':
      return { is: 'step-up', to: pathOf(key) };
    case 'closed':
      return again(call, { typed: { reason }, errors: { reason: labels.closed } });
    case 'not-asked':
      return again(call, { typed: { reason }, errors: { reason: labels.notAsked } });
    case 'waits':
      return { is: 'done', to: pathOf(key), flash: { kind: 'note', text: labels.asked } };
    case 'shown':
      return { is: 'shown', page: shownCodeView(key.requestId, outcome, language) };
  }
}
