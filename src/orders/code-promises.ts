import type { Tx } from '../platform/database.ts';
import { dayAfter, endOfMoscowDay, moscowDay } from '../platform/moscow-time.ts';
import type { LotAsk, LotKey } from '../vault/lots.ts';
import { countByLot, lockLots, offerCodes, promiseCodes } from '../vault/promise-codes.ts';
import { lockStock } from '../vault/stock.ts';
import type { QueuedRequest } from './queued-request.ts';

/** When a certificate comes to its recipient, as far as is known now. */
export const deliveryOf = ({ dateSend }: Pick<QueuedRequest, 'dateSend'>, now: Date): Date =>
  dateSend === null || dateSend < now ? now : dateSend;

export type Promisable = Pick<
  QueuedRequest,
  | 'clientId'
  | 'requestId'
  | 'supplierId'
  | 'productId'
  | 'faceKopecks'
  | 'dateSend'
  | 'minValidityDays'
  | 'validUntil'
>;

/** What a request asks of its pool; the same as `findOffers` says of an offer. */
export function lotAskOf(request: Promisable, now: Date): LotAsk {
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

/** Whether a code that was issued for a request ends before the last day to which it must be valid. */
export const endsTooSoon = (request: Promisable, expiresAt: Date | null, now: Date): boolean =>
  expiresAt !== null && expiresAt < endOfMoscowDay(lotAskOf(request, now).lastsTo);

/** Promises each request a code, in their order, and notes it; answers the lots in the order of the requests. */
export async function promiseEach(tx: Tx, requests: Promisable[], now: Date): Promise<(string | null)[]> {
  const asks = requests.map((request) => lotAskOf(request, now));
  const lots = await lockLots(tx, asks);
  const granted = asks.map((ask) => {
    const lot = lots.find(ask);
    if (lot === null) return null;
    lot.available -= 1;
    return lot.endsOn;
  });
  const promised = requests.map((request, index) => ({ ...request, promisedLot: granted[index] ?? null }));
  await Promise.all([
    promiseCodes(tx, countByLot(promised.flatMap(promisedLotsOf))),
    notePromises(tx, promised),
  ]);
  return granted;
}

async function notePromises(
  tx: Tx,
  requests: Pick<QueuedRequest, 'clientId' | 'requestId' | 'promisedLot'>[],
): Promise<void> {
  await tx.query(
    `update requests r set promised_lot = w.lot
     from unnest($1::bigint[], $2::bigint[], $3::date[]) as w (client_id, id, lot)
     where r.client_id = w.client_id and r.id = w.id`,
    [
      requests.map(({ clientId }) => clientId),
      requests.map(({ requestId }) => requestId),
      requests.map(({ promisedLot }) => promisedLot),
    ],
  );
}

type Promised = Pick<QueuedRequest, 'supplierId' | 'productId' | 'faceKopecks' | 'promisedLot'>;

const promisedLotsOf = ({ supplierId, productId, faceKopecks, promisedLot }: Promised): LotKey[] =>
  promisedLot === null ? [] : [{ supplierId, productId, faceKopecks, endsOn: promisedLot }];

/** What was promised to requests that end without a code may be promised to others. */
export const breakPromises = (tx: Tx, requests: Promised[]): Promise<void> =>
  offerCodes(tx, countByLot(requests.flatMap(promisedLotsOf)));

/**
 * Sees to it that queued requests of pools have a promise that is worth something: one whose codes have ended meanwhile
 * is given back, and those without are promised another code, if there is any. Answers the requests in their order.
 */
export async function renewPromises(tx: Tx, requests: QueuedRequest[], now: Date): Promise<QueuedRequest[]> {
  const pooled = requests.filter(({ scheme }) => scheme === 'pool');
  const ended = pooled.filter(
    (one) => one.promisedLot !== null && one.promisedLot < moscowDay(deliveryOf(one, now)),
  );
  const without = pooled.filter((one) => one.promisedLot === null || ended.includes(one));
  if (without.length === 0) return requests;
  // Whoever locks both takes the stock first; the sale that follows will lock some of these rows.
  await lockStock(tx, without);
  await breakPromises(tx, ended);
  const granted = await promiseEach(tx, without, now);
  const renewed = new Map(
    without.map((one, index) => [one, { ...one, promisedLot: granted[index] ?? null }]),
  );
  return requests.map((one) => renewed.get(one) ?? one);
}
