import { findCallback, type ShownCallback } from '../../../callbacks/find-callback.ts';
import { replayCallback, replayFailed } from '../../../callbacks/replay.ts';
import { moscowDateTime, startOfMoscowDay } from '../../../platform/time/moscow-time.ts';
import { findOfRequest, listDeadReceivers, listGivenUp } from '../../../reports/callbacks-of-all.ts';
import { clientOfRequest } from '../../../reports/order-report.ts';
import { listLength } from '../../../web/shell/list-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { callbackView } from './callback-view.ts';
import { callbackLabels } from './labels.ts';
import { callbackListView, type CallbackList } from './list-view.ts';

/** What is older has been looked at, or never will be. */
const longestReplayDays = 90;

/** `/o/callbacks`: callbacks given up, receivers that do not answer, and sending again. */
export function addCallbacks(pages: OperatorPages): void {
  pages.page<CallbackList>({
    path: '/o/callbacks',
    needs: 'callbacks.read',
    load: loadList,
    view: (list, call) => callbackListView(list, call),
  });
  pages.page<ShownCallback>({
    path: '/o/callbacks/:id',
    needs: 'callbacks.read',
    load: loadOne,
    view: (callback, call) => callbackView(callback, call),
  });
  pages.act({ path: '/o/callbacks/:id/replay', needs: 'callbacks.replay', act: replayOne });
  pages.act({ path: '/o/callbacks/of/:client/replay', needs: 'callbacks.replay', act: replayAll });
}

async function loadList({ ctx, query, form, now }: OperatorCall): Promise<CallbackList> {
  const clientId = idIn(query['client']);
  const requestId = idIn(query['request']);
  const after = requestId === null ? keyIn(query['after']) : null;
  const isFirst = after === null;
  const [dead, callbacks] = await Promise.all([
    isFirst && clientId === null && requestId === null ? listDeadReceivers(ctx.pageDb) : [],
    requestId === null
      ? listGivenUp(ctx.pageDb, { clientId, after, limit: listLength + 1 })
      : findOfRequest(ctx.pageDb, requestId),
  ]);
  const today = moscowDateTime(startOfMoscowDay(now)).slice(0, 16).replace(' ', 'T');
  return {
    clientId,
    dead,
    callbacks,
    isFirst: isFirst && requestId === null,
    since: form.get('since') ?? today,
  };
}

async function keyOf({ ctx, params }: OperatorCall): Promise<{ clientId: number; requestId: number } | null> {
  const requestId = idIn(params['id']);
  const clientId = requestId === null ? null : await clientOfRequest(ctx.pageDb, requestId);
  return requestId === null || clientId === null ? null : { clientId, requestId };
}

async function loadOne(call: OperatorCall): Promise<ShownCallback | null> {
  const key = await keyOf(call);
  return key && findCallback(call.ctx.pageDb, call.ctx.keyring, key);
}

async function replayOne(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, language, now } = call;
  const key = await keyOf(call);
  if (key === null) return { is: 'missing' };
  const outcome = await replayCallback(ctx.db, ctx.keyring, principal, key, now);
  if (outcome.is === 'not-found') return { is: 'missing' };
  const flash = { kind: 'yes' as const, text: callbackLabels[language].replayed };
  return { is: 'done', to: `/o/callbacks/${key.requestId}`, flash };
}

async function replayAll(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, params, form, language, now } = call;
  const labels = callbackLabels[language];
  const clientId = idIn(params['client']);
  if (clientId === null) return { is: 'missing' };
  const since = instantIn(form.get('at'), now) ?? momentIn(form.get('since'), now);
  if (since === null) {
    const list = await loadList({ ...call, query: { client: String(clientId) } });
    return { is: 'wrong', page: callbackListView(list, call, { since: labels.badMoment }) };
  }
  const outcome = await replayFailed(ctx.db, ctx.keyring, principal, { clientId, since }, now);
  if (outcome.is === 'forbidden') return { is: 'missing' };
  const text = labels.replayedAll(outcome.callbacks, outcome.more);
  const kind = outcome.callbacks === 0 ? 'note' : 'yes';
  return { is: 'done', to: `/o/callbacks?client=${clientId}`, flash: { kind, text } };
}

/** `milliseconds.request`, of the last row of the page before. */
function keyIn(text = ''): { requestId: number; at: Date } | null {
  const [, at, id] = /^(\d{1,14})\.(\d{1,15})$/.exec(text) ?? [];
  return at === undefined ? null : { at: new Date(Number(at)), requestId: Number(id) };
}

/** Milliseconds of the hidden field. */
const instantIn = (text: string | null, now: Date): Date | null =>
  /^\d{1,14}$/.test(text ?? '') ? notTooOld(new Date(Number(text)), now) : null;

/** A Moscow date and time of the field. */
const momentIn = (text: string | null, now: Date): Date | null =>
  /^20\d{2}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text ?? '') ? notTooOld(new Date(`${text}:00+03:00`), now) : null;

function notTooOld(moment: Date, now: Date): Date | null {
  if (Number.isNaN(moment.getTime())) return null;
  return moment.getTime() < now.getTime() - longestReplayDays * 86_400_000 ? null : moment;
}
