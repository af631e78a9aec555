/** Brings codes that are on their way to the cells that they are for, and wakes the orders that wait for them there. */
import type { Context } from '../../context.ts';
import { fromAnswering, orNull } from '../../platform/cells/from-answering.ts';
import { transaction, type Database } from '../../platform/database/database.ts';
import {
  endRun,
  imports,
  isGuardedBy,
  listRuns,
  readRun,
  takeRun,
  type Run,
} from '../../vault/dealing/runs.ts';
import { sealedByNewest } from '../../vault/seal-code.ts';
import { readGuardBegun } from '../../vault/set-aside/set-aside-codes.ts';
import { wakeDelayed } from '../wake-delayed.ts';

export type DealingContext = Pick<Context, 'db' | 'cells' | 'cell' | 'clock' | 'keyring' | 'crashPoint'>;

/** Runs of one source that are carried in a round. */
const runsInRound = 50;

interface Source {
  cell: number;
  db: Database;
}

/**
 * Carries what is on its way, whoever sent it; of these products, or of all (null). Two at once do nothing twice. What comes from or
 * goes to a cell whose node is down stays on its way. Returns the number of codes that have arrived.
 */
export async function carryRuns(
  ctx: DealingContext,
  products: readonly number[] | null = null,
): Promise<number> {
  const sources = sourcesOf(ctx);
  const lists = await fromAnswering(ctx.cells, sources, (source) => listRuns(source, products, runsInRound));
  const targets = new Map(
    sources.flatMap(({ cell, db }, place) => (lists[place] === null ? [] : [[cell, db]])),
  );
  if (lists.every((runs) => (runs ?? []).length === 0)) return 0;
  const guard = await readGuard(ctx);
  const carried = await Promise.all(
    sources.flatMap((source, place) => {
      // What many cells wait for comes to all of them side by side.
      const runs = (lists[place] ?? []).filter((run) => guard !== null || hasLeftSince(ctx, run));
      const ofTargets = [...Map.groupBy(runs, ({ toCell }) => toCell)];
      return ofTargets.flatMap(([toCell, toTarget]) => {
        const target = targets.get(toCell);
        return target === undefined
          ? []
          : [orNull(carryEach(ctx, { source, target, guardBegunAt: guard?.begunAt ?? null }, toTarget))];
      });
    }),
  );
  return carried.reduce<number>((sum, codes) => sum + (codes ?? 0), 0);
}

/** The guard in force, if any; null: the centre does not answer. */
async function readGuard({ cells, db }: DealingContext): Promise<{ begunAt: Date | null } | null> {
  const [asked] = await fromAnswering(cells, [{ cell: imports }], async () => ({
    begunAt: await readGuardBegun(db),
  }));
  return asked ?? null;
}

/** A guard begins only while no process runs, so what has left since this one began is under none. */
const hasLeftSince = ({ clock }: DealingContext, { sentAt }: Run): boolean =>
  sentAt.getTime() >= clock.now().getTime() - process.uptime() * 1000;

/** Where runs come from: imports, whose tables are seen from every cell and the centre, and the cells; nowhere on one server. */
export function sourcesOf({ db, cell, cells }: DealingContext): Source[] {
  if (cells.length === 0) return [];
  const own = cells.find((one) => one.cell === cell);
  return [{ cell: imports, db: own?.db ?? db }, ...cells];
}

/** Runs to one cell, one after the other. */
async function carryEach(ctx: DealingContext, way: Way, runs: readonly Run[]): Promise<number> {
  let arrived = 0;
  for (const run of runs) arrived += await carry(ctx, way, run);
  return arrived;
}

interface Way {
  source: Source;
  target: Database;
  guardBegunAt: Date | null;
}

async function carry(
  { clock, keyring, crashPoint }: DealingContext,
  { source, target, guardBegunAt }: Way,
  run: Run,
): Promise<number> {
  const found = await readRun(source, run);
  // Codes come out of a cell where sealing again may not have been yet into one where it has.
  const codes = found.map((code) => ({ ...code, sealed: sealedByNewest(keyring, run.supplierId, code) }));
  const now = clock.now();
  const taken = await transaction(target, async (tx) => {
    const isSetAside = isGuardedBy(guardBegunAt, source.cell, run);
    const isFirst = await takeRun(tx, { fromCell: source.cell, run, isSetAside }, codes, now);
    if (isFirst) await wakeDelayed(tx, now, run.productId);
    return isFirst;
  });
  crashPoint('deal-codes:arrived');
  await transaction(source.db, (tx) => endRun(tx, source.cell, run));
  crashPoint('deal-codes:ended');
  return taken ? codes.length : 0;
}
