/** What all cells have used of brands' monthly limits, and how much each of them may keep for itself. */
import {
  readLimits,
  readShares,
  type Amounts,
  type BrandKey,
  type Hold,
  type Limit,
  type Share,
} from '../../catalog/limit-shares.ts';
import { everyCell } from '../../platform/cells/cell-context.ts';
import { fromCells } from '../../platform/cells/merge.ts';
import type { DealingContext } from './carry-runs.ts';

export interface LimitBook extends BrandKey {
  limit: Limit;
  /** The share of each cell, in their order. */
  shares: Share[];
}

/** The books of these brands in a month, in their order. */
export async function readBooks(
  ctx: Pick<DealingContext, 'db' | 'cells'>,
  brands: readonly BrandKey[],
  month: string,
): Promise<LimitBook[]> {
  const ofCells = await fromCells(ctx, ({ db }) => readShares(db, brands, month));
  // After the shares: a limit that was changed since they were read is seen (`fitLimits` relies on it).
  const [first = ctx] = everyCell(ctx);
  const limits = await readLimits(first.db, brands);
  return brands.map(({ supplierId, brandId }, place) => ({
    supplierId,
    brandId,
    limit: limits[place] ?? { orders: null, kopecks: null },
    shares: ofCells.flatMap((shares) => shares[place] ?? []),
  }));
}

/** While some cells do not answer, the others have what stands in their own shares: these they can give to each other. */
export const amongThese = (book: LimitBook): LimitBook => ({
  ...book,
  limit: { orders: heldBy(book, 'orders'), kopecks: heldBy(book, 'kopecks') },
});

function heldBy({ limit, shares }: LimitBook, of: Of): number | null {
  const most = limit[of];
  return most === null ? null : Math.min(most, summed(shares, 'share', of));
}

type Of = keyof Amounts;

const summed = (shares: readonly Share[], what: 'used' | 'share', of: Of): number =>
  shares.reduce((sum, one) => sum + one[what][of], 0);

/** What of a limit no cell has used; below zero after it was lowered. */
function freeOf({ limit, shares }: LimitBook, of: Of): number {
  const most = limit[of];
  return most === null ? Infinity : most - summed(shares, 'used', of);
}

/** What of a limit no cell has for itself. */
export function undealt({ limit, shares }: LimitBook, of: Of): number {
  const most = limit[of];
  return most === null ? 0 : most - summed(shares, 'share', of);
}

/** Higher than that of every dealing that was seen. */
const nextDeal = ({ shares }: LimitBook): number => Math.max(0, ...shares.map(({ deal }) => deal)) + 1;

/** Orders that lack a share in their cell. */
export interface LimitNeed extends BrandKey, Amounts {
  /** The lowest face among them. */
  least: number;
}

/** Whether together the cells have enough left for one of the orders. */
export const hasFree = (book: LimitBook, { least }: LimitNeed): boolean =>
  freeOf(book, 'orders') >= 1 && freeOf(book, 'kopecks') >= least;

/** What the cell that needs something and every other one keep: as evenly as the need allows. */
export function holdsFor(book: LimitBook, need: LimitNeed): { asking: Hold; others: Hold } {
  const { supplierId, brandId, limit, shares } = book;
  const key = { supplierId, brandId, deal: nextDeal(book) };
  const kept = (of: Of): number | null => {
    if (limit[of] === null) return null;
    const free = freeOf(book, of);
    const own = Math.min(free, Math.max(need[of], Math.ceil(free / shares.length)));
    return Math.floor((free - own) / Math.max(1, shares.length - 1));
  };
  return {
    asking: { ...key, ...limit },
    others: { ...key, orders: kept('orders'), kopecks: kept('kopecks') },
  };
}

/** Whether the cells may use more than the limit: it was lowered since. */
export const exceeds = (book: LimitBook): boolean =>
  (['orders', 'kopecks'] as const).some(
    (of) => undealt(book, of) < 0 || (freeOf(book, of) < 0 && summed(book.shares, 'share', of) > 0),
  );

/** What every cell keeps at most, so that together they have no more than the limit. */
export function holdToFit(book: LimitBook): Hold {
  const { supplierId, brandId, limit, shares } = book;
  const kept = (of: Of): number | null => {
    const free = freeOf(book, of);
    return limit[of] === null || free < 0 ? null : Math.floor(free / shares.length);
  };
  return { supplierId, brandId, deal: nextDeal(book), orders: kept('orders'), kopecks: kept('kopecks') };
}
