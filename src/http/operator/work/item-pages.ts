/** `/o/work/…`: what waits of one kind; people take it, give it, put it off, and say that it is settled. */
import { may } from '../../../people/access/principal.ts';
import { formatCount } from '../../../platform/text/formats.ts';
import { moscowMidnight } from '../../../platform/time/moscow-time.ts';
import { itemOf, listItems, type WaitingItem } from '../../../reports/what-waits/read-waiting.ts';
import {
  hasItems,
  settlesKind,
  waitingKindNames,
  waitingKinds,
  type WaitingKind,
} from '../../../reports/what-waits/waiting-kinds.ts';
import { readDays } from '../../../reports/what-waits/work-items.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import { sendsAgain } from '../../../acts/work-items/send-again.ts';
import { longestReason, settleItems, type ItemsSettled } from '../../../acts/work-items/settle-items.ts';
import {
  giveItems,
  listTakers,
  putOffItems,
  takeItems,
  type ItemsAsk,
  type ItemsChanged,
  type ShownItem,
} from '../../../acts/work-items/take-items.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { itemLabels } from './item-labels.ts';
import { itemsView, workPath, type Items } from './items-view.ts';
import { againQuestion, sendTickedAgain } from './send-again-act.ts';
import { line } from '../../../web/form/kinds.ts';
import type { FieldErrors } from '../../../web/form-view.ts';

export function addItems(pages: OperatorPages): void {
  for (const kind of waitingKindNames.filter(hasItems)) {
    const path = workPath(kind);
    const { needs } = waitingKinds[kind];
    pages.page<Items>({
      path,
      needs,
      load: (call) => load(kind, call),
      view: (items, call) => itemsView(items, call),
    });
    const taking = { needs: 'work.take', leadsTo: 'nothing', undone: 'pages' } as const;
    pages.act({ ...taking, path: `${path}/take`, act: (call) => take(kind, call) });
    pages.act({ ...taking, path: `${path}/give`, act: (call) => give(kind, call) });
    pages.act({ ...taking, path: `${path}/put-off`, act: (call) => putOff(kind, call) });
    pages.act({ ...taking, path: `${path}/back`, act: (call) => putOff(kind, call, null) });
    const sending = sendsAgain[kind];
    if (sending !== undefined)
      pages.act({
        path: `${path}/again`,
        needs: sending,
        leadsTo: 'nothing',
        undone: { asks: async (call) => againQuestion(kind, await tickedItems(kind, call), call) },
        act: (call) => sendAgain(kind, call),
      });
    const settles = settlesKind(kind);
    if (settles === null) continue;
    // Why is written on the page that lists them.
    const because = line({ most: longestReason });
    const judged = {
      fields: { because, olderBecause: because },
      again: (call: OperatorCall, errors: FieldErrors) => again(kind, call, errors),
    };
    const settling = { needs: settles, leadsTo: 'nothing', undone: 'shown-first', judged } as const;
    pages.act({ ...settling, path: `${path}/settle`, act: (call) => settleTicked(kind, call) });
    pages.act({ ...settling, path: `${path}/settle-older`, act: (call) => settleOlder(kind, call) });
  }
}

async function load(
  kind: WaitingKind,
  { ctx, query, form, principal, party, now }: OperatorCall,
): Promise<Items> {
  const look = (query['which'] ?? form.get('which')) === 'put-off' ? 'put-off' : 'shown';
  const mayTake = may(principal, 'work.take', party);
  const settles = settlesKind(kind);
  const sending = sendsAgain[kind];
  const [items, takers] = await Promise.all([
    listItems(ctx, kind, look, now),
    mayTake ? listTakers(ctx.pageDb, kind) : [],
  ]);
  const days =
    look === 'shown' ? new Map<number, string>() : await readDays(ctx.pageDb, kind, items.map(itemOf));
  return {
    kind,
    look,
    items,
    days,
    takers,
    mayTake,
    maySettle: settles !== null && may(principal, settles, party),
    maySend: sending !== undefined && may(principal, sending, party),
  };
}

/** The value of a tick: `ITEM.HOLDER`, with 0 for nobody. */
const tickForm = /^(\d{1,15})\.(\d{1,15})$/;
const mostTicks = 200;

function asked(kind: WaitingKind, { form, now }: OperatorCall): ItemsAsk {
  const items = form
    .getAll('item')
    .slice(0, mostTicks)
    .flatMap((text): ShownItem[] => {
      const [, item, holder] = tickForm.exec(text) ?? [];
      return item === undefined ? [] : [{ item: Number(item), holderId: Number(holder) || null }];
    });
  return { kind, items, seen: seenIn(form.get('seen'), now) };
}

/** When the page was made; never later than now. */
function seenIn(text: string | null, now: Date): Date {
  const ms = /^\d{1,14}$/.test(text ?? '') ? Number(text) : 0;
  return new Date(Math.min(ms, now.getTime()));
}

/** What was ticked and still waits. */
async function tickedItems(kind: WaitingKind, call: OperatorCall): Promise<WaitingItem[]> {
  const ticked = new Set(asked(kind, call).items.map(({ item }) => item));
  if (ticked.size === 0) return [];
  return (await listItems(call.ctx, kind, 'shown', call.now)).filter((item) => ticked.has(itemOf(item)));
}

async function sendAgain(kind: WaitingKind, call: OperatorCall): Promise<ActEnd> {
  const { noneTicked, noneWaits } = itemLabels[call.language];
  if (asked(kind, call).items.length === 0) return again(kind, call, { items: noneTicked });
  const items = await tickedItems(kind, call);
  return items.length === 0 ? again(kind, call, { items: noneWaits }) : sendTickedAgain(kind, items, call);
}

async function again(kind: WaitingKind, call: OperatorCall, errors: FieldErrors): Promise<ActEnd> {
  return { is: 'wrong', page: itemsView(await load(kind, call), call, errors) };
}

async function take(kind: WaitingKind, call: OperatorCall): Promise<ActEnd> {
  const ask = asked(kind, call);
  const { ctx, principal, now, language } = call;
  if (ask.items.length === 0) return again(kind, call, { items: itemLabels[language].noneTicked });
  return ended(kind, call, await takeItems(ctx, principal, ask, now), itemLabels[language].taken);
}

async function give(kind: WaitingKind, call: OperatorCall): Promise<ActEnd> {
  const ask = { ...asked(kind, call), to: idIn(call.form.get('to')) };
  const { ctx, principal, now, language } = call;
  if (ask.items.length === 0) return again(kind, call, { items: itemLabels[language].noneTicked });
  return ended(kind, call, await giveItems(ctx, principal, ask, now), itemLabels[language].given);
}

async function putOff(kind: WaitingKind, call: OperatorCall, day?: null): Promise<ActEnd> {
  const until = day === undefined ? (call.form.get('until') ?? '') : day;
  const ask = { ...asked(kind, call), until };
  const { ctx, principal, now, language } = call;
  const { noneTicked, wasPutOff, wasBack } = itemLabels[language];
  if (ask.items.length === 0) return again(kind, call, { items: noneTicked });
  return ended(kind, call, await putOffItems(ctx, principal, ask, now), until === null ? wasBack : wasPutOff);
}

async function ended(
  kind: WaitingKind,
  call: OperatorCall,
  changed: ItemsChanged,
  said: (count: string) => string,
): Promise<ActEnd> {
  const labels = itemLabels[call.language];
  switch (changed.is) {
    case 'forbidden':
      return { is: 'missing' };
    case 'no-member':
      return again(kind, call, { to: labels.noMember });
    case 'no-day':
      return again(kind, call, { until: labels.noDay });
    case 'too-many':
      return again(kind, call, { until: labels.tooMany });
    case 'changed': {
      const { items, kept } = changed;
      const some = kept.slice(0, mostNamed).map(({ item, name }) => labels.kept(item, name));
      const lines = [...some, ...(kept.length > mostNamed ? ['…'] : [])].join(', ');
      const text = [
        items.length > 0 && said(formatCount(items.length, call.language)),
        kept.length > 0 && `${labels.keptLead} ${lines}.`,
      ].filter((part) => part !== false);
      return {
        is: 'done',
        to: workPath(kind),
        flash: { kind: kept.length > 0 ? 'note' : 'yes', text: text.join(' ') },
      };
    }
  }
}

/** That others have; the list tells them all. */
const mostNamed = 5;

async function settleTicked(kind: WaitingKind, call: OperatorCall): Promise<ActEnd> {
  const { items, seen } = asked(kind, call);
  if (items.length === 0) return again(kind, call, { items: itemLabels[call.language].noneTicked });
  const because = call.form.get('because') ?? '';
  const ask = { kind, ids: items.map(({ item }) => item), until: seen, because };
  return settledEnd(kind, call, await settleItems(call.ctx, call.principal, ask, call.now), 'because');
}

async function settleOlder(kind: WaitingKind, call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const day = form.get('older') ?? '';
  const until = /^\d{4}-\d{2}-\d{2}$/.test(day) ? moscowMidnight(day) : new Date(Number.NaN);
  if (Number.isNaN(until.getTime()) || until > now)
    return again(kind, call, { older: itemLabels[language].noOlder });
  const ask = {
    kind,
    ids: null,
    until: new Date(until.getTime() - 1),
    because: form.get('olderBecause') ?? '',
  };
  return settledEnd(kind, call, await settleItems(ctx, principal, ask, now), 'olderBecause');
}

async function settledEnd(
  kind: WaitingKind,
  call: OperatorCall,
  settled: ItemsSettled,
  field: string,
): Promise<ActEnd> {
  const labels = itemLabels[call.language];
  const to = workPath(kind);
  switch (settled.is) {
    case 'forbidden':
      return { is: 'missing' };
    case 'step-up':
      return { is: 'step-up', to };
    case 'no-reason':
      return again(kind, call, { [field]: labels.noReason });
    case 'settled': {
      const { count, more } = settled;
      const text = `${labels.settled(formatCount(count, call.language))}${more ? ` ${labels.moreToSettle}` : ''}`;
      return { is: 'done', to, flash: { kind: count === 0 ? 'note' : 'yes', text } };
    }
  }
}
