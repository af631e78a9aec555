import type { CallTest } from '../../../callbacks/test-call.ts';
import { inspectCallback } from '../../../callbacks/inspect-callback.ts';
import { callbacksBeside } from '../../../callbacks/callbacks-beside.ts';
import { findCallback } from '../../../callbacks/find-callback.ts';
import { listCallbacksOf } from '../../../callbacks/list-callbacks.ts';
import { replayCallback, replayFailed } from '../../../callbacks/replay.ts';
import { findRequests } from '../../../orders/find-requests.ts';
import { idsOfDays } from '../../../orders/days/ids-of-days.ts';
import { callbackStoryLabels } from '../../../reports/order-story/callbacks/labels.ts';
import { tickedAct } from '../../../reports/order-story/ticked/ticked-acts.ts';
import { line } from '../../../web/form/kinds.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { addressOf } from '../../../web/request-language.ts';
import { replayedEnd, sinceIn, sinceShown } from '../../../reports/order-story/callbacks/replay-since.ts';
import { may } from '../../../people/access/principal.ts';
import { afterIn, listLength } from '../../../web/shell/list-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import { daysIn, timeOf, type Days } from '../../../web/shell/period.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import { longestReason, settleCallbacksOfClient } from '../../../acts/work-items/settle-items.ts';
import type { CabinetCall, CabinetPages } from '../cabinet.ts';
import { accessLabels } from '../access/labels.ts';
import { testView } from '../access/shown-view.ts';
import { callbackView } from './callback-view.ts';
import { callbackLabels } from './labels.ts';
import { callbackListView, type CallbackListData } from './list-view.ts';

/** `/c/callbacks`: what was told to a client's programs, and sending it again. */
export function addCallbacks(pages: CabinetPages, callTest: CallTest): void {
  pages.page({
    path: '/c/callbacks',
    needs: 'callbacks.read',
    keepsViews: true,
    load,
    view: (data, call) => callbackListView(data, call),
  });

  pages.page({
    path: '/c/callbacks/:id',
    needs: 'callbacks.read',
    async load({ ctx: { pageDb, keyring }, principal, party, params, query }) {
      const requestId = idIn(params['id']);
      if (requestId === null) return null;
      const key = { clientId: party.partyId, requestId };
      const callback = await findCallback(pageDb, keyring, key);
      const [test] = await findRequests(pageDb, [{ ...key, onlyTest: true }]);
      const inspected =
        callback === null || !test ? null : await inspectCallback(pageDb, keyring, key, callback.made);
      const [mayReplay, mayTry] = [
        may(principal, 'callbacks.replay', party),
        may(principal, 'settings.change', party),
      ];
      if (callback === null) return null;
      const filters = listFilters(query);
      const list = query['which'] === 'failed' ? 'failed' : 'all';
      // The neighbours are not searched in a list of some days, or of waiting callbacks.
      const isWhole = filters['which'] !== 'waiting' && filters['from'] === '' && filters['until'] === '';
      const beside = isWhole ? await callbacksBeside(pageDb, { ...callback, ...key, list }) : null;
      return { callback, inspected, mayReplay, mayTry, filters, beside };
    },
    view: (data, { language }) => callbackView(data, language),
  });

  pages.act(
    tickedAct(path, 'replay', ({ form }: CabinetCall) =>
      addressOf(path, listFilters(Object.fromEntries(form))),
    ),
  );
  pages.act({
    path: '/c/callbacks/:id/replay',
    needs: 'callbacks.replay',
    leadsTo: 'nothing',
    undone: 'nothing',
    act: replayOne,
  });
  pages.act({
    path: '/c/callbacks/:id/sample',
    needs: 'settings.change',
    leadsTo: 'nothing',
    undone: 'nothing',
    act: (call) => sendSample(call, callTest),
  });
  pages.act({
    path: '/c/callbacks/replay-failed',
    needs: 'callbacks.replay',
    leadsTo: 'nothing',
    undone: 'nothing',
    act: replayAll,
  });
  pages.act({
    path: '/c/callbacks/settle',
    needs: 'callbacks.replay',
    leadsTo: 'nothing',
    undone: 'shown-first',
    judged: { fields: { because: line({ most: longestReason }) }, again: settleAgain },
    act: settle,
  });
}

const path = '/c/callbacks';

/** The filters of the list. */
const listFilters = (query: Readonly<Record<string, string>>): Record<string, string> => ({
  which: whichIn(query['which']) === 'all' ? '' : whichIn(query['which']),
  ...daysIn(query),
});

async function replayOne(call: CabinetCall): Promise<ActEnd> {
  const { ctx, principal, party, params, language, now } = call;
  const requestId = idIn(params['id']);
  if (requestId === null) return { is: 'missing' };
  const ask = { clientId: party.partyId, requestId };
  const outcome = await replayCallback(ctx.db, ctx.keyring, principal, ask, now);
  if (outcome.is === 'not-found') return { is: 'missing' };
  const flash = { kind: 'yes' as const, text: callbackStoryLabels[language].replayed };
  return { is: 'done', to: `/c/callbacks/${requestId}`, flash };
}

/** A sample to the address of a test order's callback, now. */
async function sendSample(call: CabinetCall, callTest: CallTest): Promise<ActEnd> {
  const { ctx, principal, party, params, language } = call;
  const requestId = idIn(params['id']);
  if (requestId === null) return { is: 'missing' };
  const key = { clientId: party.partyId, requestId };
  const [test] = await findRequests(ctx.pageDb, [{ ...key, onlyTest: true }]);
  if (!test) return { is: 'missing' };
  const to = `/c/callbacks/${requestId}`;
  const tested = await callTest(principal, { ...key, outcome: 'ok' });
  if (tested.is === 'called') return { is: 'shown', page: testView(tested, language, to) };
  if (tested.is === 'missing' || tested.is === 'no-address') return { is: 'missing' };
  const labels = accessLabels[language];
  const text = tested.is === 'too-many' ? labels.testTooMany(tested.waitSeconds) : labels.testLost;
  return { is: 'done', to, flash: { kind: 'no', text } };
}

async function replayAll(call: CabinetCall): Promise<ActEnd> {
  const { ctx, principal, party, form, language, now } = call;
  const since = sinceIn(form.get('since'), now);
  if (since === null) {
    const errors = { since: callbackStoryLabels[language].badMoment };
    return { is: 'wrong', page: callbackListView(await load(call), call, errors) };
  }
  const ask = { clientId: party.partyId, since };
  const outcome = await replayFailed(ctx.db, ctx.keyring, principal, ask, now);
  return replayedEnd(outcome, '/c/callbacks', language);
}

/** All that were not accepted until now. */
async function settle(call: CabinetCall): Promise<ActEnd> {
  const { ctx, principal, party, form, language, now } = call;
  const labels = callbackLabels[language];
  const ask = { clientId: party.partyId, because: form.get('because') ?? '' };
  const settled = await settleCallbacksOfClient(ctx, principal, ask, now);
  if (settled.is === 'settled') {
    const flash = { kind: 'yes' as const, text: labels.settled(settled.count) };
    return { is: 'done', to: '/c/callbacks?which=failed', flash };
  }
  if (settled.is !== 'no-reason') return { is: 'missing' };
  return settleAgain(call, { because: labels.noReason });
}

async function settleAgain(call: CabinetCall, errors: FieldErrors): Promise<ActEnd> {
  const data = await load({ ...call, query: { which: 'failed' } });
  return { is: 'wrong', page: callbackListView(data, call, errors) };
}

async function load({ ctx, principal, party, query, form, now }: CabinetCall): Promise<CallbackListData> {
  const which = whichIn(query['which']);
  const days = daysIn(query);
  const place = afterIn(query);
  const after = place && { at: place.at, requestId: place.id };
  const requestId = idIn(query['request']);
  const clientId = party.partyId;
  const ask = { clientId, limit: listLength + 1 };
  const callbacks =
    requestId === null
      ? await listCallbacksOf(ctx.pageDb, {
          ...ask,
          which,
          ...timeOf(days),
          requests: which === 'all' ? await idsOfDays(ctx.pageDb, clientId, givenDays(days)) : null,
          after,
        })
      : await listCallbacksOf(ctx.pageDb, { ...ask, which: 'one', requestId });
  const mayReplay = may(principal, 'callbacks.replay', party);
  return {
    which,
    ...days,
    callbacks,
    isFirst: after === null && requestId === null,
    mayReplay,
    since: sinceShown(form, now),
  };
}

const givenDays = ({ from, until }: Days) => ({ from: from || null, until: until || null });

const whichIn = (text: string | undefined): 'all' | 'failed' | 'waiting' =>
  text === 'failed' || text === 'waiting' ? text : 'all';
