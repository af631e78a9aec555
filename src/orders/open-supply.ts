/** What a batch of orders can use: funds, limits of brands and codes, in memory. */
import type { Offer } from '../catalog/find-offers.ts';
import { areLimitsAmple, lockLimits, OpenLimits, type BrandUse } from '../catalog/use-brand-limits.ts';
import { areFundsAmple, lockFunds, type HoldAsk } from '../ledger/post-transfers.ts';
import { inOrder, type Tx } from '../platform/database/database.ts';
import { OpenLots, areLotsAmple, lockLots, type LotAsk } from '../vault/lots.ts';

/**
 * What one order needs: its client's funds, its brand's limits and, for a pool product, a lot that lasts long enough.
 */
export interface Draw extends HoldAsk {
  /** Null: the brand has no limits. */
  use: BrandUse | null;
  pool: LotAsk | null;
  /** The order may wait for a code. */
  mayWait: boolean;
}

export type Drawn =
  | { is: 'drawn'; promisedLot: string | null }
  | { is: 'refused'; why: 'supplier-limit' | 'no-stock' | 'no-funds' };

/** The funds, limits and codes available to a batch, in memory; taking from it writes nothing. */
export interface Supply {
  funds: Map<number, number>;
  lots: OpenLots;
  limits: OpenLimits;
}

/**
 * Uses what `read` found if it is ample. Otherwise everything is locked and read again, in the order of the later
 * writes: lots, limits of the month, accounts.
 */
export async function openSupply(tx: Tx, draws: Draw[], read: Supply, month: string): Promise<Supply> {
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
export function draw(
  { funds, lots, limits }: Supply,
  { clientId, sumKopecks, use, pool, mayWait }: Draw,
): Drawn {
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
export function supplyOf(
  offers: { offer: Offer | null; productId: number; faceKopecks: number }[],
  funds: Map<number, number>,
): Supply {
  const [lots, limits] = [new OpenLots(), new OpenLimits()];
  for (const { offer, productId, faceKopecks } of offers) {
    if (offer?.pool) lots.add({ supplierId: offer.supplierId, productId, faceKopecks }, offer.pool.lots);
    if (offer?.limits) limits.add(offer, offer.limits);
  }
  return { funds: new Map(funds), lots, limits };
}
