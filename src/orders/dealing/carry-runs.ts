/** Brings codes that are on their way to the cells that they are for, and wakes the orders that wait for them there. */
import type { Context } from '../../context.ts';
import { everyCell } from '../../platform/cells/cell-context.ts';
import { transaction, type Database } from '../../platform/database/database.ts';
import { endRun, imports, listRuns, readRun, takeRun, type Run } from '../../vault/dealing/runs.ts';
import { sealedByNewest } from '../../vault/seal-code.ts';
import { wakeDelayed } from '../wake-delayed.ts';

export type DealingContext = Pick<Context, 'db' | 'cells' | 'cell' | 'clock' | 'keyring' | 'crashPoint'>;

/** Runs of one source that are carried in a round. */
const runsInRound = 50;

/**
 * Carries what is on its way, whoever sent it; of these products, or of all (null). Two at once do nothing twice. Returns the number of
 * codes that have arrived.
 */
export async function carryRuns(
  ctx: DealingContext,
  products: readonly number[] | null = null,
): Promise<number> {
  const cells = everyCell(ctx);
  const carried = await Promise.all(
    sourcesOf(ctx).map(async (source) => {
      const runs = await listRuns(source, products, runsInRound);
      // What many cells wait for comes to all of them side by side.
      const ofTargets = [...Map.groupBy(runs, ({ toCell }) => toCell).values()];
      return Promise.all(ofTargets.map((ofTarget) => carryEach(ctx, cells, source, ofTarget)));
    }),
  );
  return carried.flat().reduce((sum, codes) => sum + codes, 0);
}

/** Where runs come from: imports, whose tables are seen from every cell, and the cells; nowhere on one server. */
export function sourcesOf({ cells }: DealingContext): { cell: number; db: Database }[] {
  const [first] = cells;
  return first === undefined ? [] : [{ cell: imports, db: first.db }, ...cells];
}

/** Runs to one cell, one after the other. */
async function carryEach(
  ctx: DealingContext,
  cells: DealingContext[],
  source: { cell: number; db: Database },
  runs: readonly Run[],
): Promise<number> {
  let arrived = 0;
  for (const run of runs) {
    const target = cells.find(({ cell }) => cell === run.toCell);
    if (target === undefined) throw new Error(`There is no cell ${run.toCell}.`);
    arrived += await carry(ctx, source, target.db, run);
  }
  return arrived;
}

async function carry(
  { clock, keyring, crashPoint }: DealingContext,
  source: { cell: number; db: Database },
  target: Database,
  run: Run,
): Promise<number> {
  const found = await readRun(source, run);
  // Codes come out of a cell where sealing again may not have been yet into one where it has.
  const codes = found.map((code) => ({ ...code, sealed: sealedByNewest(keyring, run.supplierId, code) }));
  const now = clock.now();
  const taken = await transaction(target, async (tx) => {
    const isFirst = await takeRun(tx, { fromCell: source.cell, run }, codes, now);
    if (isFirst) await wakeDelayed(tx, now, run.productId);
    return isFirst;
  });
  crashPoint('deal-codes:arrived');
  await transaction(source.db, (tx) => endRun(tx, source.cell, run));
  crashPoint('deal-codes:ended');
  return taken ? codes.length : 0;
}
