/** Orders that were ticked in a list are sent again or cancelled together, or their callbacks sent again, after a look at which. */
import type { Context } from '../../../context.ts';
import { replayCallback } from '../../../callbacks/replay.ts';
import { cancelOrder } from '../../../orders/acts/cancel-order.ts';
import { resendOrder } from '../../../orders/acts/resend-order.ts';
import { findRequests, type RequestKey, type RequestRecord } from '../../../orders/find-requests.ts';
import type { Party } from '../../../people/access/party.ts';
import { may, type Principal } from '../../../people/access/principal.ts';
import type { Permission } from '../../../people/access/rights.ts';
import { cellOf } from '../../../platform/cells/cell-context.ts';
import { formatCount, formatFace } from '../../../platform/text/formats.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { Question } from '../../../web/confirm/question.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import { resendLabels } from '../resend/labels.ts';
import { tickedLabels, type TickedAct } from './labels.ts';

const tickedNeeds: Record<TickedAct, Permission> = {
  resend: 'orders.resend',
  cancel: 'orders.cancel',
  replay: 'callbacks.replay',
};

/** The acts of these that somebody may do. */
export const permittedOf = (
  acts: readonly TickedAct[],
  { principal, party }: { principal: Principal; party: Party },
): TickedAct[] => acts.filter((act) => may(principal, tickedNeeds[act], party));

/** The act of a page whose list is at `path`; `backOf` says where the list is as it was filtered. */
export const tickedAct = <Call extends TickedCall>(
  path: string,
  act: TickedAct,
  backOf: (call: Call) => string,
) =>
  ({
    path: `${path}/ticked/${act}`,
    needs: tickedNeeds[act],
    leadsTo: 'nothing',
    undone: { asks: (call: Call) => tickedQuestion({ call, act, back: backOf(call) }) },
    act: (call: Call) => actOnTicked({ call, act, back: backOf(call) }),
  }) as const;

const tickForm = /^(\d{1,15})\.(\d{1,15})$/;
const mostTicks = 200;

export const readTicks = (form: URLSearchParams): RequestKey[] =>
  [...new Set(form.getAll('item'))].slice(0, mostTicks).flatMap((text) => {
    const [, clientId, requestId] = tickForm.exec(text) ?? [];
    return requestId === undefined ? [] : [{ clientId: Number(clientId), requestId: Number(requestId) }];
  });

type TickingContext = Pick<Context, 'db' | 'pageDb' | 'keyring' | 'clock' | 'cells'>;

export interface TickedCall {
  ctx: TickingContext;
  form: URLSearchParams;
  principal: Principal;
  party: Party;
  language: Language;
}

interface Ticking {
  call: TickedCall;
  act: TickedAct;
  /** The list, as it was filtered. */
  back: string;
}

/** The context in which a client's orders are; null: they are not this person's. */
export function placeOf({ ctx, party }: TickedCall, clientId: number): TickingContext | null {
  const mayBeTheirs = party.side === 'operator' || (party.side === 'client' && party.partyId === clientId);
  return mayBeTheirs ? cellOf(ctx, clientId) : null;
}

interface Ticked {
  /** What the act is for, in the order of the ticks. */
  fit: RequestRecord[];
  left: RequestRecord[];
}

const isFor: Record<TickedAct, (order: RequestRecord) => boolean> = {
  resend: ({ state, refundedAt }) => state === 'issued' && refundedAt === null,
  cancel: ({ state }) => state === 'queued' || state === 'delayed',
  replay: ({ state }) => state === 'issued' || state === 'failed' || state === 'cancelled',
};

async function findTicked({ call, act }: Ticking): Promise<Ticked> {
  const groups = Map.groupBy(readTicks(call.form), ({ clientId }) => clientId);
  const found = await Promise.all(
    [...groups].map(async ([clientId, keys]) => {
      const place = placeOf(call, clientId);
      return place === null ? [] : findRequests(place.pageDb, keys);
    }),
  );
  const orders = found.flat().filter((one) => one !== null);
  return {
    fit: orders.filter((one) => isFor[act](one)),
    left: orders.filter((one) => !isFor[act](one)),
  };
}

/** More are told by their number. */
const mostNamed = 30;

const numbersOf = (orders: readonly RequestRecord[]): string =>
  [
    ...orders.slice(0, mostNamed).map(({ requestId }) => String(requestId)),
    ...(orders.length > mostNamed ? ['…'] : []),
  ].join(', ');

/** Null: it is for none of them. */
async function tickedQuestion(ticking: Ticking): Promise<Question | null> {
  const { act, back } = ticking;
  const { language } = ticking.call;
  const { fit, left } = await findTicked(ticking);
  if (fit.length === 0) return null;
  const labels = tickedLabels[language];
  const count = formatCount(fit.length, language);
  const sum = fit.reduce((all, { testmode, sumKopecks }) => all + (testmode ? 0 : sumKopecks), 0);
  return {
    title: labels.titles[act](count),
    facts: [
      [labels.orders, numbersOf(fit)],
      act === 'cancel' ? [labels.sum, formatFace(sum, language)] : null,
      left.length > 0 ? [labels.left[act], numbersOf(left)] : null,
    ],
    text: labels.texts[act],
    act: labels.does[act](count),
    back,
  };
}

/** One after the other, each in a transaction of its own: broken off, the others are as they were. */
async function actOnTicked(ticking: Ticking): Promise<ActEnd> {
  const { call, act, back } = ticking;
  const { form, language } = call;
  const labels = tickedLabels[language];
  const { fit } = await findTicked(ticking);
  if (fit.length === 0) {
    const text = readTicks(form).length === 0 ? labels.noneTicked : labels.none[act];
    return { is: 'done', to: back, flash: { kind: 'no', text } };
  }
  const refused: string[] = [];
  for (const order of fit) {
    const place = placeOf(call, order.clientId);
    const why = place === null ? labels.missing : await does[act](place, order, call);
    if (why !== null) refused.push(`${order.requestId}: ${why}`);
  }
  const done = labels.done[act](formatCount(fit.length - refused.length, language));
  const text = [done, ...refused.slice(0, mostReasons), ...(refused.length > mostReasons ? ['…'] : [])].join(
    ' ',
  );
  return { is: 'done', to: back, flash: { kind: refused.length > 0 ? 'note' : 'yes', text } };
}

/** How many refusals the message lists. */
const mostReasons = 5;

/** Null: done. */
type Does = (
  place: TickingContext,
  key: RequestKey,
  call: Pick<TickedCall, 'principal' | 'language'>,
) => Promise<string | null>;

const cancel: Does = async ({ db, keyring, clock }, key, { principal, language }) => {
  const { is } = await cancelOrder(db, keyring, principal, key, clock.now());
  if (is === 'cancelled') return null;
  return is === 'too-late' ? tickedLabels[language].tooLate : tickedLabels[language].missing;
};

const resend: Does = async (place, key, { principal, language }) => {
  const resent = await resendOrder(place, principal, key, {});
  const { refusals, resentBefore, tooSoon } = resendLabels[language];
  switch (resent.is) {
    case 'asked':
      return resent.repeated ? resentBefore : null;
    case 'missing':
    case 'step-up':
      return tickedLabels[language].missing;
    case 'too-soon':
      return tooSoon(resent.waitSeconds);
    default:
      return refusals[resent.is];
  }
};

const replay: Does = async ({ db, keyring, clock }, key, { principal, language }) => {
  const { is } = await replayCallback(db, keyring, principal, key, clock.now());
  return is === 'replayed' ? null : tickedLabels[language].noCallback;
};

const does: Record<TickedAct, Does> = { resend, cancel, replay };
