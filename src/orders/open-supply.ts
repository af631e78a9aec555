import type { Offer } from '../catalog/find-offers.ts';
import { lockFunds } from '../ledger/accounts.ts';
import { areFundsAmple, type HoldAsk } from '../ledger/hold-funds.ts';
import type { Tx } from '../platform/database.ts';
import type { LotAsk } from '../vault/lots.ts';
import { areLotsAmple, lockLots, OpenLots } from '../vault/promise-codes.ts';

/** What one order draws on: its client's funds and, if its codes lie in a pool, a lot that lasts long enough. */
export interface Draw extends HoldAsk {
  pool: LotAsk | null;
  /** The order may wait for a code. */
  mayWait: boolean;
}

export type Drawn =
  | { is: 'drawn'; promisedLot: string | null }
  | { is: 'refused'; why: 'no-stock' | 'no-funds' };

/** What is there for the orders of a batch. Nothing is written by drawing on it. */
export interface Supply {
  funds: Map<number, number>;
  lots: OpenLots;
}

/**
 * What `read` found before is good enough where it is ample. Where any of it is scarce all is locked and read again, in
 * the order in which it is written later: lots, then accounts.
 */
export async function openSupply(tx: Tx, draws: Draw[], read: Supply): Promise<Supply> {
  const pools = draws.flatMap(({ pool }) => pool ?? []);
  if (areFundsAmple(read.funds, draws) && areLotsAmple(read.lots, pools)) return read;
  const clientIds = [...new Set(draws.map(({ clientId }) => clientId))];
  const [lots, funds] = await Promise.all([lockLots(tx, pools), lockFunds(tx, clientIds)]);
  return { funds, lots };
}

/** Takes an order's code and money from the supply, both or none. */
export function draw({ funds, lots }: Supply, { clientId, sumKopecks, pool, mayWait }: Draw): Drawn {
  const lot = pool === null ? null : lots.find(pool);
  if (pool !== null && lot === null && !mayWait) return { is: 'refused', why: 'no-stock' };
  const left = (funds.get(clientId) ?? 0) - sumKopecks;
  if (left < 0) return { is: 'refused', why: 'no-funds' };
  funds.set(clientId, left);
  if (lot !== null) lot.available -= 1;
  return { is: 'drawn', promisedLot: lot?.endsOn ?? null };
}

/** The lots that the offers of a batch tell of. */
export function lotsOf(offers: { offer: Offer | null; productId: number; faceKopecks: number }[]): OpenLots {
  const open = new OpenLots();
  for (const { offer, productId, faceKopecks } of offers) {
    if (offer?.pool) open.add({ supplierId: offer.supplierId, productId, faceKopecks }, offer.pool.lots);
  }
  return open;
}
