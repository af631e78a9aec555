import { giveBackBrandLimits, lockLimits, useBrandLimits } from '../catalog/use-brand-limits.ts';
import { inOrder, type Tx } from '../platform/database/database.ts';
import { byKeys } from '../platform/database/by-keys.ts';
import { dayAfter, endOfMoscowDay, moscowDay, moscowMonth } from '../platform/time/moscow-time.ts';
import {
  countByLot,
  lockLots,
  lockStock,
  offerCodes,
  promiseCodes,
  type LotAsk,
  type LotKey,
} from '../vault/lots.ts';
import type { QueuedRequest } from './queued-request.ts';

/** When a certificate will be delivered, as far as known now. */
export const deliveryOf = ({ dateSend }: Pick<QueuedRequest, 'dateSend'>, now: Date): Date =>
  dateSend === null || dateSend < now ? now : dateSend;

export type Promisable = Pick<
  QueuedRequest,
  'supplierId' | 'productId' | 'faceKopecks' | 'dateSend' | 'minValidityDays' | 'validUntil'
>;

/** What a request requires of its pool; the same as `findOffers` computes for an offer. */
function lotAskOf(request: Promisable, now: Date): LotAsk {
  const { supplierId, productId, faceKopecks, validUntil } = request;
  const lastsTo = dayAfter(moscowDay(deliveryOf(request, now)), request.minValidityDays);
  return {
    supplierId,
    productId,
    faceKopecks,
    lastsTo,
    endless: validUntil === null || validUntil >= lastsTo,
  };
}

/** Whether an issued code expires before the day until which it must be valid. */
export const endsTooSoon = (request: Promisable, expiresAt: Date | null, now: Date): boolean =>
  expiresAt !== null && expiresAt < endOfMoscowDay(lotAskOf(request, now).lastsTo);

/** What an accepted request has reserved until it ends: a code of a lot, and a part of its brand's monthly limits. */
export type Promised = Pick<
  QueuedRequest,
  | 'clientId'
  | 'requestId'
  | 'supplierId'
  | 'productId'
  | 'faceKopecks'
  | 'brandId'
  | 'promisedLot'
  | 'limitMonth'
>;

/** The missing part of a request's promises. */
export interface Wanting {
  request: Promisable & Promised;
  pooled: boolean;
  limited: boolean;
}

/**
 * Reserves what each request needs, in order, and records it. Returns the requests with their promises; null for those
 * that cannot get them.
 */
export async function promiseEach(tx: Tx, wanting: Wanting[], now: Date): Promise<(Promised | null)[]> {
  const month = moscowMonth(now);
  const asks = wanting.map(({ request, pooled }) => (pooled ? lotAskOf(request, now) : null));
  const pools = asks.flatMap((ask) => ask ?? []);
  const uses = wanting.flatMap(({ request, limited }) => (limited ? request : []));
  const [lots, limits] = await inOrder(
    () => lockLots(tx, pools),
    () => lockLimits(tx, uses, month),
  );
  const granted = wanting.map(({ request, limited }, index) => {
    const ask = asks[index] ?? null;
    const lot = ask === null ? null : lots.find(ask);
    if ((ask !== null && lot === null) || (limited && !limits.fits(request))) return null;
    if (lot !== null) lot.available -= 1;
    if (limited) limits.take(request);
    return { ...request, promisedLot: lot?.endsOn ?? null, limitMonth: limited ? month : request.limitMonth };
  });
  const kept = granted.flatMap((one, index) =>
    one === null ? [] : { ...one, limited: wanting[index]?.limited },
  );
  await Promise.all([
    promiseCodes(tx, countByLot(kept.flatMap(promisedLotsOf))),
    useBrandLimits(
      tx,
      kept.filter(({ limited }) => limited),
      month,
    ),
    notePromises(tx, kept),
  ]);
  return granted;
}

async function notePromises(tx: Tx, requests: Promised[]): Promise<void> {
  if (requests.length === 0) return;
  await tx.query(
    `update requests r set promised_lot = w.lot, limit_month = w.month
     from unnest($1::bigint[], $2::bigint[], $3::date[], $4::date[]) as w (client_id, id, lot, month)
     where ${byKeys('r', 'w', ['client_id', 'id'])}`,
    [
      requests.map(({ clientId }) => clientId),
      requests.map(({ requestId }) => requestId),
      requests.map(({ promisedLot }) => promisedLot),
      requests.map(({ limitMonth }) => limitMonth),
    ],
  );
}

const promisedLotsOf = ({ supplierId, productId, faceKopecks, promisedLot }: Promised): LotKey[] =>
  promisedLot === null ? [] : [{ supplierId, productId, faceKopecks, endsOn: promisedLot }];

/** Releases the promises of requests that end without a certificate or wait again. */
export async function breakPromises(tx: Tx, requests: Promised[]): Promise<void> {
  const ofMonths = Map.groupBy(requests, ({ limitMonth }) => limitMonth);
  await inOrder(
    () => offerCodes(tx, countByLot(requests.flatMap(promisedLotsOf))),
    ...[...ofMonths].map(
      ([month, ofMonth]) =>
        () =>
          month !== null && giveBackBrandLimits(tx, ofMonth, month),
    ),
  );
}

/**
 * Makes sure that queued requests of pools have a valid promise: one whose codes have expired is released, and requests
 * without one get another code, if available. Returns the requests in order.
 */
export async function renewPromises(tx: Tx, requests: QueuedRequest[], now: Date): Promise<QueuedRequest[]> {
  const pooled = requests.filter(({ scheme }) => scheme === 'pool');
  const hasEnded = ({ promisedLot, ...one }: QueuedRequest): boolean =>
    promisedLot !== null && promisedLot < moscowDay(deliveryOf(one, now));
  const without = pooled.filter((one) => one.promisedLot === null || hasEnded(one));
  if (without.length === 0) return requests;
  // A transaction that locks both takes stock first; the sale that follows locks some of these rows.
  await lockStock(tx, without);
  await offerCodes(tx, countByLot(without.flatMap(promisedLotsOf)));
  const granted = await promiseEach(
    tx,
    without.map((request) => ({ request, pooled: true, limited: false })),
    now,
  );
  const renewed = new Map(
    without.map((one, index) => [one, { ...one, promisedLot: granted[index]?.promisedLot ?? null }]),
  );
  return requests.map((one) => renewed.get(one) ?? one);
}
