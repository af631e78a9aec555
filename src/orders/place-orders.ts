import { findOffers, type Offer } from '../catalog/find-offers.ts';
import { priceOf } from '../clients/client.ts';
import { readFunds } from '../ledger/accounts.ts';
import { holdFunds } from '../ledger/hold-funds.ts';
import { postTransfers } from '../ledger/post-transfers.ts';
import type { Tx } from '../platform/database.ts';
import { findEarlier, forgetUuids, reserveUuids, uuidKey, type Earlier } from './duplicates.ts';
import type { OrderAsk } from './order-ask.ts';
import type { Refusal } from './refusals.ts';
import { insertRequests, type NewRequest } from './insert-requests.ts';

export type Placement =
  /** `repeated`: the uuid was known and the id is that of the earlier request. */
  { is: 'placed'; requestId: number; repeated: boolean } | { is: 'refused'; refusal: Refusal };

/**
 * Accepts a batch of requests: each is queued with its money held, or refused without a trace. Checks run in the order
 * uuid, product and face, supplier limits, stock, funds. Answers in the order of the asks.
 */
export async function placeOrders(tx: Tx, asks: OrderAsk[], now: Date): Promise<Placement[]> {
  const placements = new Map<OrderAsk, Placement>();
  // Two asks with one uuid can't be judged side by side: the second must see what became of the first.
  let rest = asks;
  while (rest.length > 0) {
    const round = firstOfEachUuid(rest);
    await placeRound(tx, [...round], now, placements);
    rest = rest.filter((ask) => !round.has(ask));
  }
  return asks.map((ask) => placementOf(placements, ask));
}

function firstOfEachUuid(asks: OrderAsk[]): Set<OrderAsk> {
  const seen = new Map<string, OrderAsk>();
  const first = new Set<OrderAsk>();
  for (const ask of asks) {
    if (ask.uuid !== '' && seen.has(uuidKey(ask))) continue;
    seen.set(uuidKey(ask), ask);
    first.add(ask);
  }
  return first;
}

function placementOf(placements: Map<OrderAsk, Placement>, ask: OrderAsk): Placement {
  const placement = placements.get(ask);
  if (placement === undefined) throw new Error('An order was neither placed nor refused.');
  return placement;
}

async function placeRound(
  tx: Tx,
  asks: OrderAsk[],
  now: Date,
  placements: Map<OrderAsk, Placement>,
): Promise<void> {
  const [earlier, offers, ids, funds] = await Promise.all([
    findEarlier(tx, asks),
    findOffers(tx, asks, now),
    nextRequestIds(tx, asks.length),
    readFunds(tx, [...new Set(asks.map(({ client }) => client.id))]),
  ]);
  const candidates: NewRequest[] = [];
  asks.forEach((ask, index) => {
    const settled = repeatOf(earlier[index] ?? null) ?? refusalOf(ask, offers[index] ?? null);
    if (settled !== null) placements.set(ask, settled);
    else candidates.push(newRequest(ask, offers[index] as Offer, ids[index] as number, now));
  });
  const accepted = await holdForAll(tx, await reserveForAll(tx, candidates, placements), funds, placements);
  await Promise.all([
    insertRequests(tx, accepted),
    postTransfers(
      tx,
      accepted
        .filter((request) => !request.ask.testmode)
        .map((request) => ({
          clientId: request.ask.client.id,
          kind: 'hold' as const,
          amountKopecks: request.sumKopecks,
          requestId: request.requestId,
        })),
      now,
    ),
  ]);
  for (const { ask, requestId } of accepted)
    placements.set(ask, { is: 'placed', requestId, repeated: false });
}

function repeatOf(earlier: Earlier | null): Placement | null {
  if (earlier === null) return null;
  if (earlier.sameParameters) return { is: 'placed', requestId: earlier.requestId, repeated: true };
  return { is: 'refused', refusal: { why: 'uuid-mismatch' } };
}

/** Test orders take the same way but touch no limit and no pool. */
function refusalOf(ask: OrderAsk, offer: Offer | null): Placement | null {
  if (offer === null) return refused({ why: 'fields', names: ['product_id'] });
  if (!offer.faceOffered) return refused({ why: 'fields', names: ['face'] });
  if (ask.testmode) return null;
  if (!offer.withinSupplierLimits) return refused({ why: 'supplier-limit' });
  if (!offer.inStock && !ask.client.delayedMode) return refused({ why: 'no-stock' });
  return null;
}

const refused = (refusal: Refusal): Placement => ({ is: 'refused', refusal });

function newRequest(ask: OrderAsk, offer: Offer, requestId: number, now: Date): NewRequest {
  const delayed = !ask.testmode && !offer.inStock;
  return {
    ask,
    requestId,
    supplierId: offer.supplierId,
    sumKopecks: priceOf(ask.client, ask.faceKopecks),
    state: delayed ? 'delayed' : 'queued',
    acceptedAt: now,
  };
}

async function nextRequestIds(tx: Tx, count: number): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>(
    `select nextval('request_ids') as id from generate_series(1, $1)`,
    [count],
  );
  return rows.map((row) => row.id);
}

/** Drops the requests whose uuid another process took since we looked, with that one's answer. */
async function reserveForAll(
  tx: Tx,
  candidates: NewRequest[],
  placements: Map<OrderAsk, Placement>,
): Promise<NewRequest[]> {
  const taken = await reserveUuids(tx, candidates);
  const lost = candidates.filter(({ ask }) => ask.uuid !== '' && !taken.has(uuidKey(ask)));
  if (lost.length === 0) return candidates;
  const winners = await findEarlier(
    tx,
    lost.map(({ ask }) => ask),
  );
  lost.forEach(({ ask }, index) => {
    const placement = repeatOf(winners[index] ?? null);
    if (placement === null) throw new Error('A uuid was taken and is not there.');
    placements.set(ask, placement);
  });
  return candidates.filter((candidate) => !lost.includes(candidate));
}

async function holdForAll(
  tx: Tx,
  candidates: NewRequest[],
  funds: Map<number, number>,
  placements: Map<OrderAsk, Placement>,
): Promise<NewRequest[]> {
  const paying = candidates.filter(({ ask }) => !ask.testmode);
  const granted = await holdFunds(
    tx,
    paying.map((request) => ({ clientId: request.ask.client.id, sumKopecks: request.sumKopecks })),
    funds,
  );
  const poor = new Set(paying.filter((_, index) => granted[index] === false));
  for (const { ask } of poor) placements.set(ask, refused({ why: 'no-funds' }));
  await forgetUuids(
    tx,
    [...poor].map(({ ask }) => ask),
  );
  return candidates.filter((candidate) => !poor.has(candidate));
}
