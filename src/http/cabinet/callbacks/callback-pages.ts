import { findCallback } from '../../../callbacks/find-callback.ts';
import { listCallbacksOf, type CallbackKey } from '../../../callbacks/list-callbacks.ts';
import { replayCallback, replayFailed } from '../../../callbacks/replay.ts';
import { idsOfDays } from '../../../orders/days/ids-of-days.ts';
import { may } from '../../../people/access/principal.ts';
import { dayAfter, moscowDateTime, startOfMoscowDay } from '../../../platform/time/moscow-time.ts';
import { listLength } from '../../../web/shell/list-view.ts';
import { dayIn, idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { CabinetCall, CabinetPages } from '../cabinet.ts';
import { callbackView } from './callback-view.ts';
import { callbackLabels } from './labels.ts';
import { callbackListView, type CallbackListData } from './list-view.ts';

/** What is older has been looked at, or never will be. */
const longestReplayDays = 90;

/** `/c/callbacks`: what was told to a client's programs, and sending it again. */
export function addCallbacks(pages: CabinetPages): void {
  pages.page({
    path: '/c/callbacks',
    needs: 'callbacks.read',
    load,
    view: (data, { language }) => callbackListView(data, language),
  });

  pages.page({
    path: '/c/callbacks/:id',
    needs: 'callbacks.read',
    async load({ ctx: { pageDb, keyring }, principal, party, params }) {
      const requestId = idIn(params['id']);
      if (requestId === null) return null;
      const callback = await findCallback(pageDb, keyring, { clientId: party.partyId, requestId });
      return callback && { callback, mayReplay: may(principal, 'callbacks.replay', party) };
    },
    view: (data, { language }) => callbackView(data, language),
  });

  pages.act({ path: '/c/callbacks/:id/replay', needs: 'callbacks.replay', act: replayOne });
  pages.act({ path: '/c/callbacks/replay-failed', needs: 'callbacks.replay', act: replayAll });
}

async function replayOne(call: CabinetCall): Promise<ActEnd> {
  const { ctx, principal, party, params, language, now } = call;
  const requestId = idIn(params['id']);
  if (requestId === null) return { is: 'missing' };
  const ask = { clientId: party.partyId, requestId };
  const outcome = await replayCallback(ctx.db, ctx.keyring, principal, ask, now);
  if (outcome.is === 'not-found') return { is: 'missing' };
  const flash = { kind: 'yes' as const, text: callbackLabels[language].replayed };
  return { is: 'done', to: `/c/callbacks/${requestId}`, flash };
}

async function replayAll(call: CabinetCall): Promise<ActEnd> {
  const { ctx, principal, party, form, language, now } = call;
  const labels = callbackLabels[language];
  const since = momentIn(form.get('since'), now);
  if (since === null) {
    const page = callbackListView(await load(call), language, { since: labels.badMoment });
    return { is: 'wrong', page };
  }
  const ask = { clientId: party.partyId, since };
  const outcome = await replayFailed(ctx.db, ctx.keyring, principal, ask, now);
  if (outcome.is === 'forbidden') return { is: 'missing' };
  const text = labels.replayedAll(outcome.callbacks, outcome.more);
  return {
    is: 'done',
    to: '/c/callbacks',
    flash: { kind: outcome.callbacks === 0 ? 'note' : 'yes', text },
  };
}

async function load({ ctx, principal, party, query, form, now }: CabinetCall): Promise<CallbackListData> {
  const which = whichIn(query['which']);
  const [from, until] = [dayIn(query['from']), dayIn(query['until'])];
  const after = keyIn(query['after']);
  const requestId = idIn(query['request']);
  const clientId = party.partyId;
  const ask = { clientId, limit: listLength + 1 };
  const callbacks =
    requestId === null
      ? await listCallbacksOf(ctx.pageDb, {
          ...ask,
          which,
          from: from === null ? null : startOf(from),
          until: until === null ? null : startOf(dayAfter(until, 1)),
          requests: which === 'all' ? await idsOfDays(ctx.pageDb, clientId, { from, until }) : null,
          after,
        })
      : await listCallbacksOf(ctx.pageDb, { ...ask, which: 'one', requestId });
  const mayReplay = may(principal, 'callbacks.replay', party);
  const today = moscowDateTime(startOfMoscowDay(now)).slice(0, 16).replace(' ', 'T');
  const since = form.get('since') ?? today;
  return {
    which,
    from: from ?? '',
    until: until ?? '',
    callbacks,
    isFirst: after === null && requestId === null,
    mayReplay,
    since,
  };
}

const whichIn = (text: string | undefined): 'all' | 'failed' | 'waiting' =>
  text === 'failed' || text === 'waiting' ? text : 'all';

const startOf = (day: string): Date => new Date(`${day}T00:00:00+03:00`);

/** `milliseconds.request`, of the last row of the page before. */
function keyIn(text = ''): CallbackKey | null {
  const [, at, id] = /^(\d{1,14})\.(\d{1,15})$/.exec(text) ?? [];
  return at === undefined ? null : { at: new Date(Number(at)), requestId: Number(id) };
}

/** A Moscow date and time of the field; null for none, or one that lies too long ago. */
function momentIn(text: string | null, now: Date): Date | null {
  if (!/^20\d{2}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text ?? '')) return null;
  const moment = new Date(`${text}:00+03:00`);
  const oldestMs = now.getTime() - longestReplayDays * 86_400_000;
  return Number.isNaN(moment.getTime()) || moment.getTime() < oldestMs ? null : moment;
}
