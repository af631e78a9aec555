/**
 * Brands' monthly limits are dealt to the cells in shares. A dealing holds back what the cells have not used, each in a commit of
 * its own, and then raises one cell by what of the limit is in no share. It counts if it held every cell before any later one came:
 * so shares never come to more than the limit, and what a killed dealing held back is found by the next.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  holdShares,
  raiseShares,
  type BrandKey,
  type Hold,
  type Raise,
  type Share,
} from '../../catalog/limit-shares.ts';
import { everyCell } from '../../platform/cells/cell-context.ts';
import { answering } from '../../platform/cells/from-answering.ts';
import { transaction } from '../../platform/database/database.ts';
import { moscowMonth } from '../../platform/time/moscow-time.ts';
import type { DealingContext } from './carry-runs.ts';
import { CellsUnavailable, type Dealt } from './deal-lacking.ts';
import {
  amongThese,
  exceeds,
  hasFree,
  holdsFor,
  holdToFit,
  readBooks,
  undealt,
  type LimitBook,
  type LimitNeed,
} from './limit-books.ts';

/** Dealings that came into each other's way do not begin again at the same moment. */
const restMs = 20;
/** While orders use up what was lowered, it is lowered again so many times. */
const mostFits = 10;

/**
 * Brings shares to the cell of `ctx`, one for each of `needs` if that much is left. For each of them, in order: `none`, together the
 * cells have not enough left for an order of it, at one moment of this call; `unknown`, nor have those that answer; `found`, it is worth
 * looking again.
 */
export async function dealLimits(all: DealingContext, needs: readonly LimitNeed[]): Promise<Dealt[]> {
  const month = moscowMonth(all.clock.now());
  const cells = await answering(all.cells);
  if (cells.length === 0) throw new CellsUnavailable();
  const ctx = { ...all, cells };
  const isWhole = cells.length === all.cells.length;
  const readThese = async (): Promise<LimitBook[]> => {
    const read = await readBooks(ctx, needs, month);
    return isWhole ? read : read.map(amongThese);
  };
  const books = await readThese();
  const open = books.flatMap((book, place) => {
    const need = needs[place];
    return need !== undefined && hasFree(book, need) ? { book, ...holdsFor(book, need) } : [];
  });
  const isOpen = (nth: number): boolean => open.some(({ book }) => book === books[nth]);
  // What an order gave back while one cell after the other was read is found by reading again.
  const later = open.length === books.length ? books : await readThese();
  const none = isWhole ? 'none' : 'unknown';
  const found = books.map((book, nth) =>
    isOpen(nth) || !isDeepStrictEqual(book, later[nth]) ? 'found' : none,
  );
  if (open.length === 0) return found;
  const held = await holdAll(ctx, month, ({ cell }) =>
    open.map(({ asking, others }) => (cell === ctx.cell ? asking : others)),
  );
  ctx.crashPoint('deal-limits:held');
  const raises = open.flatMap(({ book, asking }) =>
    raiseOf(asking, { ...book, shares: ofBrand(held, book) }),
  );
  await raiseShares(ctx.db, raises, month);
  ctx.crashPoint('deal-limits:raised');
  if (raises.length < open.length) await sleep(Math.random() * restMs);
  return found;

  /** What no cell holds; nothing if a later dealing came to one of them. */
  function raiseOf({ supplierId, brandId, deal }: Hold, book: LimitBook): Raise[] {
    const [orders, kopecks] = [undealt(book, 'orders'), undealt(book, 'kopecks')];
    if (book.shares.length < ctx.cells.length || orders < 0 || kopecks < 0) return [];
    return [{ supplierId, brandId, deal, orders, kopecks }];
  }
}

/**
 * Takes shares back until they come to no more than the limits, which were changed. Every cell is held once: a dealing that had
 * read the limits before gives nothing any more.
 */
export async function fitLimits(ctx: DealingContext, brands: readonly BrandKey[]): Promise<void> {
  const month = moscowMonth(ctx.clock.now());
  let rest = brands;
  for (let fits = 0; fits < mostFits && rest.length > 0; fits += 1) {
    const holds = (await readBooks(ctx, rest, month)).map(holdToFit);
    const held = await holdAll(ctx, month, () => holds);
    const isHeld = (brand: BrandKey) => ofBrand(held, brand).length === ctx.cells.length;
    const books = await readBooks(ctx, rest, month);
    rest = books.filter((book) => exceeds(book) || !isHeld(book));
  }
}

/** Does what `fitLimits` does, for brands whose cells have more than the limit. */
export async function fitExceeded(ctx: DealingContext, brands: readonly BrandKey[]): Promise<void> {
  const books = await readBooks(ctx, brands, moscowMonth(ctx.clock.now()));
  await fitLimits(ctx, books.filter(exceeds));
}

/** Holds every cell. The shares that they have then, without those to which a later dealing has come. */
async function holdAll(
  ctx: DealingContext,
  month: string,
  holdsOf: (cell: DealingContext) => Hold[],
): Promise<Share[]> {
  const hold = (cell: DealingContext): Promise<Share[]> =>
    transaction(cell.db, (tx) => holdShares(tx, holdsOf(cell), month));
  return (await Promise.all(everyCell(ctx).map(hold))).flat();
}

const ofBrand = (shares: readonly Share[], { supplierId, brandId }: BrandKey): Share[] =>
  shares.filter((one) => one.supplierId === supplierId && one.brandId === brandId);
