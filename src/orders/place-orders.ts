/** Accepts orders: each is queued with its money held, or refused without a trace. */
import { findOffers, type Offer } from '../catalog/find-offers.ts';
import { priceOf } from '../clients/client.ts';
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
  findEarlier,
  forgetUuids,
  holdOf,
  insertRequests,
  promisedLotOf,
  reserveIds,
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
import type { OrderAsk } from './order-ask.ts';
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
 * Accepts a batch of requests: each is queued with its money held, or refused without a trace. Checks run in the order
 * uuid, product and face, supplier limits, stock, funds. Returns in the order of the asks; the writes are still in
 * progress, for `pipelinedTransaction`.
 */
export async function placeOrders(tx: Tx, asks: OrderAsk[], now: Date): Promise<Sent<Placement[]>> {
  const placements = new Map<OrderAsk, Placement>();
  const written: Promise<unknown>[] = [];
  let rest = asks;
  while (rest.length > 0) {
    const { sent, deferred } = await placeRound(tx, rest, now, placements);
    // Awaited by `written` in the end; until then a failure must not count as unhandled.
    sent.catch(() => {});
    written.push(sent);
    rest = deferred;
  }
  return {
    result: asks.map((ask) => placementOf(placements, ask)),
    written: Promise.all(written),
  };
}

function placementOf(placements: Map<OrderAsk, Placement>, ask: OrderAsk): Placement {
  const placement = placements.get(ask);
  if (placement === undefined) throw new Error('An order was neither placed nor refused.');
  return placement;
}

interface Judging {
  ask: OrderAsk;
  offer: Offer | null;
  reservation: Reservation;
}

interface Round {
  /** Writes in progress. */
  sent: Promise<unknown>;
  /** Asks that share a uuid with another of this round and must wait for its result. */
  deferred: OrderAsk[];
}

async function placeRound(
  tx: Tx,
  asks: OrderAsk[],
  now: Date,
  placements: Map<OrderAsk, Placement>,
): Promise<Round> {
  const clientIds = [...new Set(asks.map(({ client }) => client.id))];
  // Another batch may be taking the same uuids: what is read comes after the wait for it.
  const [reservations, offers, funds] = await inOrder(
    () => reserveIds(tx, asks),
    () => findOffers(tx, asks, now),
    () => readFunds(tx, clientIds),
  );
  const judging = asks.map((ask, index) => ({
    ask,
    offer: offers[index] ?? null,
    reservation: reservations[index] as Reservation,
  }));
  const deferred = await answerRepeats(tx, judging, placements);
  const fresh = judging.filter(({ reservation }) => reservation.fresh);
  const accepted = await acceptFresh(tx, fresh, funds, placements, now);
  const refused = fresh.filter(({ ask }) => placements.get(ask)?.is === 'refused').map(({ ask }) => ask);
  const sent = inOrder(
    () => forgetUuids(tx, refused),
    () => insertRequests(tx, accepted, now),
    // Lots, limits, accounts: everybody locks them in this order.
    () => promiseCodes(tx, countByLot(accepted.flatMap(promisedLotOf))),
    () => useBrandLimits(tx, accepted.flatMap(brandUseOf), moscowMonth(now)),
    () => postTransfers(tx, accepted.filter(({ ask }) => !ask.testmode).map(holdOf), now),
    () => fresh.length < judging.length && confirmReads(tx),
  );
  return { sent, deferred };
}

/** Answers asks whose uuid belongs to an earlier request; returns those whose earlier one is in this round. */
async function answerRepeats(
  tx: Tx,
  judging: Judging[],
  placements: Map<OrderAsk, Placement>,
): Promise<OrderAsk[]> {
  const repeats = judging.filter(({ reservation }) => !reservation.fresh).map(({ ask }) => ask);
  if (repeats.length === 0) return [];
  const ownIds = new Set(judging.map(({ reservation }) => reservation.id));
  const earlier = await findEarlier(tx, repeats);
  return repeats.filter((ask, index) => {
    const found = earlier[index] as Earlier;
    if (ownIds.has(found.requestId)) return true;
    placements.set(ask, repeatOf(found));
    return false;
  });
}

const repeatOf = ({ requestId, sameParameters }: Earlier): Placement =>
  sameParameters ? { is: 'placed', requestId, repeated: true } : refused({ why: 'uuid-mismatch' });

async function acceptFresh(
  tx: Tx,
  fresh: Judging[],
  funds: Map<number, number>,
  placements: Map<OrderAsk, Placement>,
  now: Date,
): Promise<NewRequest[]> {
  const candidates: { judging: Judging; draw: Draw | null }[] = [];
  for (const judging of fresh) {
    const refusal = whyNotOffered(judging.ask, judging.offer) ?? scriptedRefusal(judging.ask);
    if (refusal !== null) placements.set(judging.ask, refused(refusal));
    else candidates.push({ judging, draw: drawOf(judging) });
  }
  const draws = candidates.flatMap(({ draw: one }) => one ?? []);
  const read = supplyOf(fresh, funds);
  const supply = draws.length === 0 ? read : await openSupply(tx, draws, read, moscowMonth(now));
  const accepted: NewRequest[] = [];
  for (const { judging, draw: one } of candidates) {
    const drawn = one === null ? nothingDrawn : draw(supply, one);
    if (drawn.is === 'refused') placements.set(judging.ask, refusedDraw(drawn.why, one, judging.offer));
    else accepted.push(newRequest(judging, drawn.promisedLot, now));
  }
  for (const { ask, requestId } of accepted)
    placements.set(ask, { is: 'placed', requestId, repeated: false });
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
  if (left < 0) return { is: 'refused', why: 'no-funds' };
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
    sumKopecks: priceOf(ask.client, ask.faceKopecks),
    use: offer.limits && { supplierId, brandId, faceKopecks: ask.faceKopecks },
    pool: pool && { supplierId, productId: ask.productId, faceKopecks: ask.faceKopecks, ...pool },
    mayWait: ask.client.delayedMode,
  };
}

function newRequest({ ask, offer, reservation }: Judging, promisedLot: string | null, now: Date): NewRequest {
  const { supplierId, brandId, limits, pool } = offer as Offer;
  const waits = !ask.testmode && pool !== null && promisedLot === null;
  return {
    ask,
    requestId: reservation.id,
    supplierId,
    sumKopecks: priceOf(ask.client, ask.faceKopecks),
    state: waits ? 'delayed' : 'queued',
    promisedLot,
    brandId,
    limitMonth: limits === null || waits || ask.testmode ? null : moscowMonth(now),
  };
}
