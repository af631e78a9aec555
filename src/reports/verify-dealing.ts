/** Checks of codes and shares of limits on their way between cells. */
import { isDeepStrictEqual } from 'node:util';
import { listLimited } from '../catalog/limit-shares.ts';
import { readBooks, undealt } from '../orders/dealing/limit-books.ts';
import { moscowMonth } from '../platform/time/moscow-time.ts';
import { inEveryCell, type CheckAcross, type VerifyingContext } from './check-across.ts';
import { maxShown, type CheckResult } from './verify.ts';

/** Whoever deals codes brings a run there within a second, or its successor does. */
const mostOnTheWayMs = 10 * 60_000;
/** Shares are read again while they move. */
const mostReads = 20;

export const checksOfDealing: CheckAcross[] = [
  {
    name: 'limit-shares',
    promise: 'what the cells may use of a month’s limit comes to no more than the limit',
    breaches: exceededLimits,
  },
  {
    name: 'dealt-runs',
    promise: 'codes on their way to a cell are of one run, which arrives within minutes',
    breaches: async (ctx) => [
      ...(await lateRuns(ctx, 'import_deals', 'import_codes')),
      ...(await inEveryCell(ctx, (cell) => lateRuns(cell, 'deals', 'dealt_codes'))),
    ],
  },
];

async function exceededLimits(ctx: VerifyingContext): Promise<CheckResult['rows']> {
  const month = moscowMonth(ctx.clock.now());
  let brands = await listLimited(ctx.db);
  let before: unknown = null;
  for (let reads = 0; reads < mostReads && brands.length > 0; reads += 1) {
    const books = await readBooks(ctx, brands, month);
    const exceeded = books.filter((book) => undealt(book, 'orders') < 0 || undealt(book, 'kopecks') < 0);
    const rows = exceeded.map((book) => ({
      supplier_id: book.supplierId,
      brand_id: book.brandId,
      orders_left: undealt(book, 'orders'),
      kopecks_left: undealt(book, 'kopecks'),
    }));
    // Read cell by cell, a share that moved is counted twice: what is wrong stays wrong, and nothing of it moves.
    const shares = exceeded.map((book) => book.shares.map(({ share, deal }) => ({ share, deal })));
    if (isDeepStrictEqual(shares, before)) return rows;
    before = shares;
    brands = exceeded;
  }
  return [];
}

async function lateRuns(
  { db, cell, clock }: VerifyingContext,
  deals: string,
  codes: string,
): Promise<CheckResult['rows']> {
  const { rows } = await db.query<{ cell: number; run: number; codes: number }>(
    `select $1::integer as cell, run, count(c.run) as codes from ${deals} d full join ${codes} c using (run)
     where d.run is null or d.sent_at < $2 group by run order by run limit $3`,
    [cell, new Date(clock.now().getTime() - mostOnTheWayMs), maxShown],
  );
  return rows.map((row) => ({ ...row }));
}
