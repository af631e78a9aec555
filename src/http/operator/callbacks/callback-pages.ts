import { callbacksBeside } from '../../../callbacks/callbacks-beside.ts';
import { findCallback } from '../../../callbacks/find-callback.ts';
import { replayCallback, replayFailed } from '../../../callbacks/replay.ts';
import { tickedAct } from '../../../reports/order-story/ticked/ticked-acts.ts';
import { addressOf } from '../../../web/request-language.ts';
import { callbackStoryLabels } from '../../../reports/order-story/callbacks/labels.ts';
import {
  notTooOld,
  replayedEnd,
  sinceIn,
  sinceShown,
} from '../../../reports/order-story/callbacks/replay-since.ts';
import {
  callbackKinds,
  findOfRequest,
  listCallbacksOfAll,
  listDeadReceivers,
} from '../../../reports/callbacks-of-all.ts';
import { clientOfRequest } from '../../../orders/search/client-of-request.ts';
import { afterIn, listLength } from '../../../web/shell/list-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { callbackView, type CallbackPage } from './callback-view.ts';
import { callbackListView, type CallbackList } from './list-view.ts';

/** `/o/callbacks`: callbacks given up, receivers that do not answer, and sending again. */
export function addCallbacks(pages: OperatorPages): void {
  pages.page<CallbackList>({
    path: '/o/callbacks',
    needs: 'callbacks.read',
    keepsViews: true,
    load: loadList,
    view: (list, call) => callbackListView(list, call),
  });
  pages.page<CallbackPage>({
    path: '/o/callbacks/:id',
    needs: 'callbacks.read',
    load: loadOne,
    view: (page, call) => callbackView(page, call),
  });
  pages.act({
    path: '/o/callbacks/:id/replay',
    needs: 'callbacks.replay',
    leadsTo: 'nothing',
    undone: 'nothing',
    act: replayOne,
  });
  pages.act({
    path: '/o/callbacks/of/:client/replay',
    needs: 'callbacks.replay',
    leadsTo: 'nothing',
    undone: 'nothing',
    act: replayAll,
  });
  pages.act(
    tickedAct('/o/callbacks', 'replay', ({ form }: OperatorCall) =>
      addressOf('/o/callbacks', { client: form.get('client') ?? '' }),
    ),
  );
}

async function loadList({ ctx, query, form, now }: OperatorCall): Promise<CallbackList> {
  const kind = callbackKinds.find((one) => one === query['which']) ?? 'failed';
  const clientId = idIn(query['client']);
  const requestId = idIn(query['request']);
  const place = requestId === null ? afterIn(query) : null;
  const after = place && { at: place.at, requestId: place.id };
  const isFirst = after === null;
  const isWhole = isFirst && clientId === null && requestId === null && kind === 'failed';
  const [dead, found] = await Promise.all([
    isWhole ? listDeadReceivers(ctx) : [],
    requestId === null
      ? listCallbacksOfAll(ctx, { kind, clientId, after, limit: listLength })
      : { callbacks: await findOfRequest(ctx, requestId), next: null },
  ]);
  return {
    kind,
    clientId,
    dead,
    ...found,
    isFirst: isFirst && requestId === null,
    since: sinceShown(form, now),
  };
}

async function keyOf({ ctx, params }: OperatorCall): Promise<{ clientId: number; requestId: number } | null> {
  const requestId = idIn(params['id']);
  const clientId = requestId === null ? null : await clientOfRequest(ctx.pageDb, requestId);
  return requestId === null || clientId === null ? null : { clientId, requestId };
}

async function loadOne(call: OperatorCall): Promise<CallbackPage | null> {
  const { ctx, query } = call;
  const key = await keyOf(call);
  const callback = key && (await findCallback(ctx.pageDb, ctx.keyring, key));
  if (key === null || callback === null) return null;
  const isOfClient = idIn(query['client']) === key.clientId;
  const isFailed = (query['which'] ?? 'failed') === 'failed';
  const filters = { which: query['which'] ?? '', client: isOfClient ? String(key.clientId) : '' };
  // Those of all clients lie in all cells; other kinds are read in the order of their queue.
  const isKnown = isFailed && (isOfClient || ctx.cell === null);
  const list = isOfClient ? 'failed' : 'failed-of-all';
  const beside = isKnown ? await callbacksBeside(ctx.pageDb, { ...callback, ...key, list }) : null;
  return { callback, filters, beside };
}

async function replayOne(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, language, now } = call;
  const key = await keyOf(call);
  if (key === null) return { is: 'missing' };
  const outcome = await replayCallback(ctx.db, ctx.keyring, principal, key, now);
  if (outcome.is === 'not-found') return { is: 'missing' };
  const flash = { kind: 'yes' as const, text: callbackStoryLabels[language].replayed };
  return { is: 'done', to: `/o/callbacks/${key.requestId}`, flash };
}

async function replayAll(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, params, form, language, now } = call;
  const clientId = idIn(params['client']);
  if (clientId === null) return { is: 'missing' };
  const since = instantIn(form.get('at'), now) ?? sinceIn(form.get('since'), now);
  if (since === null) {
    const list = await loadList({ ...call, query: { client: String(clientId) } });
    return {
      is: 'wrong',
      page: callbackListView(list, call, {
        since: callbackStoryLabels[language].badMoment,
      }),
    };
  }
  const outcome = await replayFailed(ctx.db, ctx.keyring, principal, { clientId, since }, now);
  return replayedEnd(outcome, `/o/callbacks?client=${clientId}`, language);
}

/** Milliseconds of the hidden field. */
const instantIn = (text: string | null, now: Date): Date | null =>
  /^\d{1,14}$/.test(text ?? '') ? notTooOld(new Date(Number(text)), now) : null;
