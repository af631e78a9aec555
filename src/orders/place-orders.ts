/** Accepts orders: each is queued with its money held, or refused without a trace. */
import { findOffers, type Offer } from '../catalog/find-offers.ts';
import {
  areFundsAmple,
  lockFunds,
  postTransfers,
  readFunds,
  type HoldAsk,
} from '../ledger/post-transfers.ts';
import { confirmReads } from '../platform/database/confirm-reads.ts';
import { inOrder, type Sent, type Tx } from '../platform/database/database.ts';
import { areLotsAmple, countByLot, lockLots, OpenLots, promiseCodes, type LotAsk } from '../vault/lots.ts';
import {
  brandUseOf,
  earlierOf,
  exchangeOf,
  findEarlier,
  forgetUuids,
  haveSameUuid,
  holdOf,
  insertRequests,
  promisedLotOf,
  reserveIds,
  storeUuids,
  type Earlier,
  type NewRequest,
  type Reservation,
} from './insert-requests.ts';
import { moscowMonth } from '../platform/time/moscow-time.ts';
import {
  areLimitsAmple,
  lockLimits,
  OpenLimits,
  useBrandLimits,
  type BrandUse,
} from '../catalog/use-brand-limits.ts';
import { beginExchanges } from '../suppliers/calls/begin-exchanges.ts';
import { sumOf, type OrderAsk } from './order-ask.ts';
import type { Refusal } from './refusals.ts';
import { scriptedRefusal } from './scripted-refusal.ts';

export type Placement =
  /** `repeated`: the uuid was known, and the id is that of the earlier request. */
  | { is: 'placed'; requestId: number; repeated: boolean }
  /** `lacks`: refused only because there is none of it here; with cells another one may have it. */
  | { is: 'refused'; refusal: Refusal; lacks?: Lack };

/** A code, or what is left of a brand's monthly limit. */
export type Lack = { of: 'codes'; ask: LotAsk } | { of: 'limit'; use: BrandUse };

/**
 * Accepts a batch of requests: each is queued with its money held, and if its supplier must be called for a code, that is begun; or it is
 * refused without a trace. Checks run in the order uuid, product and face, supplier limits, stock, funds. Returns in the order of the
 * asks; the writes are still in progress, for `pipelinedTransaction`.
 */
export async function placeOrders(tx: Tx, asks: OrderAsk[], now: Date): Promise<Sent<Placement[]>> {
  const placements = new Map<OrderAsk, Placement>();
  const clientIds = [...new Set(asks.map(({ client }) => client.id))];
  // Another batch may be taking the same uuids: what is read comes after the wait for it.
  const [reservations, offers, funds] = await inOrder(
    () => reserveIds(tx, asks),
    () => findOffers(tx, asks, now),
    () => readFunds(tx, clientIds),
  );
  const all = asks.map((ask, index) => ({
    ask,
    offer: offers[index] ?? null,
    reservation: reservations[index] as Reservation,
  }));
  const judging = await answerRepeats(tx, all, placements);
  const accepted = await accept(tx, judging, funds, placements, now);
  const isRepeat = judging.length < all.length;
  const written = inOrder(
    () => moveUuids(tx, judging, accepted),
    () => insertRequests(tx, accepted, now),
    () => beginExchanges(tx, accepted.flatMap(exchangeOf(now)), now),
    // Lots, limits, accounts: everybody locks them in this order, and once in a transaction.
    () => promiseCodes(tx, countByLot(accepted.flatMap(promisedLotOf))),
    () => useBrandLimits(tx, accepted.flatMap(brandUseOf), moscowMonth(now)),
    () => postTransfers(tx, accepted.flatMap(holdOf), now),
    () => isRepeat && confirmReads(tx),
  );
  return { result: asks.map((ask) => placementOf(placements, ask)), written };
}

function placementOf(placements: Map<OrderAsk, Placement>, ask: OrderAsk): Placement {
  const placement = placements.get(ask);
  if (placement === undefined) throw new Error('An order was neither placed nor refused.');
  return placement;
}

interface Judging {
  ask: OrderAsk;
  offer: Offer | null;
  /** Not fresh: another one of this batch has the same uuid, and is judged before. */
  reservation: Reservation;
}

/** Answers asks whose uuid belongs to a request of another batch. Returns the others, which are to be judged. */
async function answerRepeats(
  tx: Tx,
  all: Judging[],
  placements: Map<OrderAsk, Placement>,
): Promise<Judging[]> {
  const repeats = all.filter(({ reservation }) => !reservation.fresh).map(({ ask }) => ask);
  if (repeats.length === 0) return all;
  const ownIds = new Set(all.map(({ reservation }) => reservation.id));
  const earlier = await findEarlier(tx, repeats);
  repeats.forEach((ask, index) => {
    const former = earlier[index] as Earlier;
    if (!ownIds.has(former.requestId)) placements.set(ask, repeatOf(former));
  });
  return all.filter(({ ask }) => !placements.has(ask));
}

const repeatOf = ({ requestId, sameParameters }: Earlier): Placement =>
  sameParameters ? { is: 'placed', requestId, repeated: true } : refused({ why: 'uuid-mismatch' });

/** The uuid of a refused ask is forgotten, or is that of an accepted one which came after it in the batch. */
async function moveUuids(tx: Tx, judging: Judging[], accepted: NewRequest[]): Promise<void> {
  const placed = new Set(accepted.map(({ ask }) => ask));
  const refused = judging.filter(({ ask, reservation }) => reservation.fresh && !placed.has(ask));
  if (refused.length === 0) return;
  const later = new Set(judging.filter(({ reservation }) => !reservation.fresh).map(({ ask }) => ask));
  await inOrder(
    () =>
      forgetUuids(
        tx,
        refused.map(({ ask }) => ask),
      ),
    () =>
      storeUuids(
        tx,
        accepted.filter(({ ask }) => later.has(ask)),
      ),
  );
}

/** Judges asks one after the other: each has what those before it leave. */
async function accept(
  tx: Tx,
  judging: Judging[],
  funds: Map<number, number>,
  placements: Map<OrderAsk, Placement>,
  now: Date,
): Promise<NewRequest[]> {
  const candidates = judging.map((one) => {
    const refusal = whyNotOffered(one.ask, one.offer) ?? scriptedRefusal(one.ask);
    return { one, refusal, wanted: refusal === null ? drawOf(one) : null };
  });
  const draws = candidates.flatMap(({ wanted }) => wanted ?? []);
  const read = supplyOf(judging, funds);
  const supply = draws.length === 0 ? read : await openSupply(tx, draws, read, moscowMonth(now));
  const accepted: NewRequest[] = [];
  for (const { one, refusal, wanted } of candidates) {
    const { ask, reservation, offer } = one;
    const earlier = reservation.fresh ? undefined : accepted.find((other) => haveSameUuid(other.ask, ask));
    const drawn = wanted === null || earlier !== undefined ? nothingDrawn : draw(supply, wanted);
    if (earlier !== undefined) placements.set(ask, repeatOf(earlierOf(earlier, ask)));
    else if (refusal !== null) placements.set(ask, refused(refusal));
    else if (drawn.is === 'refused') placements.set(ask, refusedDraw(drawn.why, wanted, offer));
    else {
      accepted.push(newRequest(one, drawn.promisedLot, now));
      placements.set(ask, { is: 'placed', requestId: reservation.id, repeated: false });
    }
  }
  return accepted;
}

/**
 * What one order needs: its client's funds, its brand's limits and, for a pool product, a lot that lasts long enough.
 */
interface Draw extends HoldAsk {
  /** Null: the brand has no limits. */
  use: BrandUse | null;
  pool: LotAsk | null;
  /** The order may wait for a code. */
  mayWait: boolean;
}

type Drawn =
  | { is: 'drawn'; promisedLot: string | null }
  | { is: 'refused'; why: 'supplier-limit' | 'no-stock' | 'no-funds' };

/** The funds, limits and codes available to a batch, in memory; taking from it writes nothing. */
interface Supply {
  funds: Map<number, number>;
  lots: OpenLots;
  limits: OpenLimits;
}

/**
 * Uses what `read` found if it is ample. Otherwise everything is locked and read again, in the order of the later
 * writes: lots, limits of the month, accounts.
 */
async function openSupply(tx: Tx, draws: Draw[], read: Supply, month: string): Promise<Supply> {
  const pools = draws.flatMap(({ pool }) => pool ?? []);
  const uses = draws.flatMap(({ use }) => use ?? []);
  if (areFundsAmple(read.funds, draws) && areLotsAmple(read.lots, pools) && areLimitsAmple(read.limits, uses))
    return read;
  const clientIds = [...new Set(draws.map(({ clientId }) => clientId))];
  const [lots, limits, funds] = await inOrder(
    () => lockLots(tx, pools),
    () => lockLimits(tx, uses, month),
    () => lockFunds(tx, clientIds),
  );
  return { funds, lots, limits };
}

/**
 * Takes an order's code, its part of the limits and its money: all or nothing. An order that waits takes only money.
 */
function draw({ funds, lots, limits }: Supply, { clientId, sumKopecks, use, pool, mayWait }: Draw): Drawn {
  if (use !== null && !limits.fits(use)) return { is: 'refused', why: 'supplier-limit' };
  const lot = pool === null ? null : lots.find(pool);
  const waits = pool !== null && lot === null;
  if (waits && !mayWait) return { is: 'refused', why: 'no-stock' };
  const left = (funds.get(clientId) ?? 0) - sumKopecks;
  if (left < 0 && sumKopecks > 0) return { is: 'refused', why: 'no-funds' };
  funds.set(clientId, left);
  if (lot !== null) lot.available -= 1;
  if (use !== null && !waits) limits.take(use);
  return { is: 'drawn', promisedLot: lot?.endsOn ?? null };
}

/** Collects lots and limits from the offers of a batch. */
function supplyOf(judged: Judging[], funds: Map<number, number>): Supply {
  const [lots, limits] = [new OpenLots(), new OpenLimits()];
  for (const { ask, offer } of judged) {
    const { productId, faceKopecks } = ask;
    if (offer?.pool) lots.add({ supplierId: offer.supplierId, productId, faceKopecks }, offer.pool.lots);
    if (offer?.limits) limits.add(offer, offer.limits);
  }
  return { funds: new Map(funds), lots, limits };
}

/** Refusals by the catalogue. Test orders take the same path but touch no limit and no pool. */
export function whyNotOffered(
  ask: OrderAsk,
  offer: Offer | null,
): Extract<Refusal, { why: 'fields' }> | null {
  if (ask.wrongNow.length > 0) return { why: 'fields', names: ask.wrongNow };
  if (offer === null) return { why: 'fields', names: ['product_id'] };
  if (!offer.faceOffered) return { why: 'fields', names: ['face'] };
  if (offer.pool === null && offer.endsTooSoon) return { why: 'fields', names: ['date_send'] };
  return null;
}

type RefusedDraw = Extract<Drawn, { is: 'refused' }>;

/** There are codes that would last if delivered today. */
const refusalOfDraw = (why: RefusedDraw['why'], offer: Offer | null): Refusal =>
  why === 'no-stock' && offer?.endsTooSoon === true ? { why: 'fields', names: ['date_send'] } : { why };

const refused = (refusal: Refusal) => ({ is: 'refused', refusal }) as const;

function refusedDraw(why: RefusedDraw['why'], wanted: Draw | null, offer: Offer | null): Placement {
  const placement = refused(refusalOfDraw(why, offer));
  if (why === 'supplier-limit' && wanted?.use)
    return { ...placement, lacks: { of: 'limit', use: wanted.use } };
  if (why !== 'no-stock' || !wanted?.pool) return placement;
  const { supplierId, productId, faceKopecks, lastsTo, endless } = wanted.pool;
  const ask = { supplierId, productId, faceKopecks, lastsTo, endless };
  return { ...placement, lacks: { of: 'codes', ask } };
}

/** Test orders cost nothing. */
const nothingDrawn: Drawn = { is: 'drawn', promisedLot: null };

function drawOf({ ask, offer }: Judging): Draw | null {
  if (ask.testmode || offer === null) return null;
  const { supplierId, brandId, pool } = offer;
  return {
    clientId: ask.client.id,
    sumKopecks: sumOf(ask),
    use: offer.limits && { supplierId, brandId, faceKopecks: ask.faceKopecks },
    pool: pool && { supplierId, productId: ask.productId, faceKopecks: ask.faceKopecks, ...pool },
    mayWait: ask.client.delayedMode,
  };
}

function newRequest({ ask, offer, reservation }: Judging, promisedLot: string | null, now: Date): NewRequest {
  const { supplierId, brandId, limits, pool, isAsked } = offer as Offer;
  const waits = !ask.testmode && pool !== null && promisedLot === null;
  const asked = !ask.testmode && isAsked;
  return {
    ask,
    requestId: reservation.id,
    supplierId,
    sumKopecks: sumOf(ask),
    state: waits ? 'delayed' : asked ? 'obtaining' : 'queued',
    promisedLot,
    brandId,
    limitMonth: limits === null || waits || ask.testmode ? null : moscowMonth(now),
  };
}
