/** Exchanges a choice certificate, or a part of it, for certificates of other products: all of one choice, or nothing. */
import { createHash } from 'node:crypto';
import { findExchangeTargets } from '../../catalog/exchange-targets.ts';
import { readsFace, type Client } from '../../clients/client.ts';
import { findClient } from '../../clients/find-client.ts';
import { transaction, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { findRedemptions } from '../../redemption/find-redemption.ts';
import { findLastAddresses, type SentAddress } from '../../messaging/queue/find-sent-addresses.ts';
import { takePart } from '../../vault/balances.ts';
import type { DealingContext } from '../dealing/carry-runs.ts';
import { placeDealt, type Judged } from '../dealing/place-dealt.ts';
import type { OrderAsk } from '../order-ask.ts';
import { placeOrders, type Lack, type Placement } from '../place-orders.ts';
import { wasConflict } from '../placing-conflict.ts';
import type { Refusal } from '../refusals.ts';
import { whyUnconfirmed, type Unconfirmed } from './confirm-exchange.ts';
import { noteExchanged, type CardKey } from './exchanged-orders.ts';
import { isInForce, lockCard, nextStep, type Card } from './find-card.ts';

export interface ExchangeLine {
  productId: number;
  faceKopecks: number;
}

export interface ExchangeAsk extends CardKey {
  /** The number that this exchange is to have: whoever chose before another exchange was made has not seen what is left. */
  step: number;
  lines: ExchangeLine[];
  /** What the holder typed in to confirm it; default: nothing. */
  code?: string;
}

export type Exchanged =
  /** `repeated`: this exchange was made before. */
  | { is: 'exchanged'; requestIds: number[]; repeated: boolean }
  /** There is no such choice certificate. */
  | { is: 'missing' }
  /** It was refunded or blocked, or its validity has ended. */
  | { is: 'over' }
  /** Something else was chosen since `step` was read. */
  | { is: 'changed' }
  | { is: 'empty' }
  | { is: 'too-many'; most: number }
  /** More orders of one certificate than anybody needs in a day: each may be a letter or a text. */
  | { is: 'too-often' }
  | { is: 'more-than-left'; leftKopecks: number }
  | Unconfirmed
  /** One of the lines cannot be had now; nothing was exchanged. */
  | { is: 'refused'; line: ExchangeLine; refusal: Refusal };

/** How many lines one exchange may have; its orders are placed in one transaction. */
export const mostLines = 20;

/** Orders of one certificate within a day. */
const mostInDay = 60;
const dayMs = 86_400_000;

/** How often an exchange is tried that loses against other transactions. */
const maxTries = 5;

/** `ctx`: the cell of the client. */
export async function exchange(ctx: DealingContext, ask: ExchangeAsk): Promise<Exchanged> {
  let answer: Exchanged = { is: 'missing' };
  const place = async (): Promise<Judged> => {
    const attempted = await tryAgain(ctx, ask);
    answer = attempted.answer;
    return judgedOf(attempted);
  };
  const placeAgain = placeDealt(ctx, async () => [await place()]);
  const judged = await placeAgain(ask, await place());
  if (judged.is === 'failed') throw judged.problem;
  return answer;
}

interface Attempt {
  answer: Exchanged;
  /** What its cell lacks of the refused line. */
  lacks?: Lack | undefined;
}

/** The view of the dealing between cells, which looks for what an order lacks. */
const judgedOf = ({ answer, lacks }: Attempt): Judged =>
  answer.is === 'refused'
    ? { is: 'refused', refusal: answer.refusal, ...(lacks && { lacks }) }
    : { is: 'placed', requestId: 0, repeated: false };

async function tryAgain(ctx: DealingContext, ask: ExchangeAsk): Promise<Attempt> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt(ctx, ask);
    } catch (problem) {
      if (tries === maxTries || !wasConflict(problem)) throw problem;
    }
  }
}

async function attempt(ctx: DealingContext, ask: ExchangeAsk): Promise<Attempt> {
  try {
    const answer = await transaction(ctx.db, async (tx) => {
      const made = await exchangeIn(tx, ctx.keyring, ask, ctx.clock.now());
      if (made.is === 'exchanged') ctx.crashPoint('exchange:before-commit');
      return made;
    });
    if (answer.is === 'exchanged') ctx.crashPoint('exchange:after-commit');
    return { answer };
  } catch (problem) {
    if (problem instanceof LineRefused) return problem.attempt;
    throw problem;
  }
}

/** Rolls back the other lines, which may be placed already. */
class LineRefused extends Error {
  readonly attempt: Attempt;

  constructor(line: ExchangeLine, { refusal, lacks }: Extract<Placement, { is: 'refused' }>) {
    super('A line of an exchange was refused.');
    this.attempt = { answer: { is: 'refused', line, refusal }, lacks };
  }
}

async function exchangeIn(tx: Tx, keyring: Keyring, ask: ExchangeAsk, now: Date): Promise<Exchanged> {
  const card = await lockCard(tx, ask);
  const client = await findClient(tx, ask.clientId);
  if (card === null || client === null || client.forgottenAt !== null) return { is: 'missing' };
  const unable = repeatOf(card, ask) ?? whyNot(card, ask, now);
  if (unable !== null) return unable;
  const targets = await findExchangeTargets(tx, card.productId, [
    ...new Set(ask.lines.map(({ productId }) => productId)),
  ]);
  const other = ask.lines.find(
    ({ productId, faceKopecks }) => !targets.has(productId) || !readsFace(client, faceKopecks),
  );
  if (other !== undefined) return notOffered(other);
  const confirming = { card, sumKopecks: sumOf(ask.lines), code: ask.code ?? '' };
  const unconfirmed = await whyUnconfirmed(tx, keyring, confirming, now);
  if (unconfirmed !== null) return unconfirmed;
  const [sentTo = []] = await findLastAddresses(tx, [
    { clientId: ask.clientId, requestId: ask.cardRequestId },
  ]);
  return take(tx, { card, client, ask, sentTo }, now);
}

/** A second press, another tab, or a repeat after an answer that was lost. */
function repeatOf(card: Card, { step, lines }: ExchangeAsk): Exchanged | null {
  if (step >= nextStep(card)) return null;
  const made = card.exchanged.filter((one) => one.step === step);
  const isSame =
    made.length === lines.length && made.every((one, index) => namesSame(one, lines[index] as ExchangeLine));
  return isSame
    ? { is: 'exchanged', requestIds: made.map(({ requestId }) => requestId), repeated: true }
    : { is: 'changed' };
}

const namesSame = (one: ExchangeLine, other: ExchangeLine): boolean =>
  one.productId === other.productId && one.faceKopecks === other.faceKopecks;

function whyNot(card: Card, { step, lines }: ExchangeAsk, now: Date): Exchanged | null {
  if (!isInForce(card, now)) return { is: 'over' };
  if (step !== nextStep(card)) return { is: 'changed' };
  if (lines.length === 0) return { is: 'empty' };
  if (lines.length > mostLines) return { is: 'too-many', most: mostLines };
  const lately = card.exchanged.filter(({ exchangedAt }) => exchangedAt.getTime() > now.getTime() - dayMs);
  if (lately.length + lines.length > mostInDay) return { is: 'too-often' };
  const isMore = sumOf(lines) > card.leftKopecks;
  return isMore ? { is: 'more-than-left', leftKopecks: card.leftKopecks } : null;
}

const sumOf = (lines: ExchangeLine[]): number => lines.reduce((sum, { faceKopecks }) => sum + faceKopecks, 0);

const notOffered = (line: ExchangeLine): Exchanged => ({
  is: 'refused',
  line,
  refusal: { why: 'fields', names: ['product_id'] },
});

interface Exchange {
  card: Card;
  client: Client;
  ask: ExchangeAsk;
  /** Where the certificate itself was sent to last: it may have been corrected since it was ordered. */
  sentTo: SentAddress[];
}

async function take(tx: Tx, exchanging: Exchange, now: Date): Promise<Exchanged> {
  const { card, ask } = exchanging;
  const { lines, step } = ask;
  const { result, written } = await placeOrders(tx, asksOf(exchanging), now);
  await written;
  const orders = result.map((placement, index) => {
    const line = lines[index] as ExchangeLine;
    if (placement.is === 'refused') throw new LineRefused(line, placement);
    if (placement.repeated) throw new Error('The uuid of an exchange was used by another order.');
    return { requestId: placement.requestId, faceKopecks: line.faceKopecks };
  });
  await noteExchanged(tx, { card, step, orders }, now);
  await takeOfCode(tx, card, sumOf(lines));
  return { is: 'exchanged', requestIds: orders.map(({ requestId }) => requestId), repeated: false };
}

/**
 * The code is locked last: what ends orders locks stock, limits and accounts before it. Nobody takes of it without the lock of its order, but
 * a process of the version before, which knows no choice certificates at its tills.
 */
async function takeOfCode(tx: Tx, { supplierId, codeId }: Card, sumKopecks: number): Promise<void> {
  if (supplierId === null || codeId === null) return;
  const key = { supplierId, codeId };
  const left = await takePart(tx, key, sumKopecks);
  const redemptions = await findRedemptions(tx, { ...key, idempotencyKey: null });
  if (left === null || redemptions.length > 0) throw new Error('A choice certificate was taken at a till.');
}

const lastOf = (wanted: SentAddress['channel'], sentTo: SentAddress[]): string | undefined =>
  sentTo.find(({ channel }) => channel === wanted)?.address;

/** The chosen orders are sent as the certificate was sent, even if a person sent it later; if it was never sent, they are fetched by link. */
function typeOf({ deliveryType }: Card, sentTo: SentAddress[]): OrderAsk['deliveryType'] {
  if (deliveryType === 'email' || deliveryType === 'sms') return deliveryType;
  if (lastOf('email', sentTo)) return 'email';
  return lastOf('sms', sentTo) ? 'sms' : 'link';
}

/** Longer than any uuid that a client can send, so that none of theirs is in the way. */
const uuidPrefix = 'chosen for a choice certificate, of order ';

/** Orders of the same client; its program asked for none of them, so it is not called when they end. */
function asksOf({ card, client, ask: { lines, step }, sentTo }: Exchange): OrderAsk[] {
  const { cardRequestId, emailFrom, senderName, recipientName, serviceCode } = card;
  const [emailTo, toPhone] = [lastOf('email', sentTo) ?? card.emailTo, lastOf('sms', sentTo) ?? card.toPhone];
  const deliveryType = typeOf(card, sentTo);
  return lines.map(({ productId, faceKopecks }, index) => ({
    client: { ...client, callbackUrl: null, delayedMode: false },
    productId,
    faceKopecks,
    uuid: `${uuidPrefix}${cardRequestId}-${step}-${index + 1}`,
    parametersHash: createHash('sha256').update(`${productId} ${faceKopecks}`).digest('hex'),
    emailFrom,
    emailTo,
    senderName,
    recipientName,
    toPhone,
    greeting: '',
    serviceCode,
    comment: '',
    externalId: '',
    deliveryType,
    dateSend: null,
    ttlSeconds: null,
    callbackUrl: null,
    testmode: card.testmode,
    wrongNow: [],
    isExchanged: true,
  }));
}
