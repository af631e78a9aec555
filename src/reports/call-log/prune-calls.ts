/** Deletes samples and counts of calls that are old. */
import type { Context } from '../../context.ts';
import { everyCell } from '../../platform/cells/cell-context.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { Worker } from '../../platform/process/loop.ts';
import { moscowDay } from '../../platform/time/moscow-time.ts';
import { clientCalls, supplierCalls, type CallTables } from './call-tables.ts';

const idleMs = 600_000;
const rowsInRound = 5000;
/** Samples are for who is looking for a mistake now; counts for a season. */
const sampleDays = 14;
const countDays = 92;

const dayMs = 86_400_000;

export const createCallPruner = (ctx: Pick<Context, 'db' | 'cells' | 'clock'>): Worker => ({
  name: 'prune-calls',
  idleMs,
  async round() {
    const now = ctx.clock.now();
    let pruned = await prune(ctx.db, supplierCalls, now);
    for (const { db } of everyCell(ctx)) pruned += await prune(db, clientCalls, now);
    return pruned;
  },
  drain: () => Promise.resolve(),
});

async function prune(db: Sql, { samples, days, owner }: CallTables, now: Date): Promise<number> {
  const oldSamples = await db.query(
    `delete from ${samples} where (${owner}, kind, id) in (
       select ${owner}, kind, id from ${samples} where at < $1 order by at limit $2)`,
    [new Date(now.getTime() - sampleDays * dayMs), rowsInRound],
  );
  const oldCounts = await db.query(
    `delete from ${days} where (${owner}, day, cmd, outcome) in (
       select ${owner}, day, cmd, outcome from ${days} where day < $1 order by day limit $2)`,
    [moscowDay(new Date(now.getTime() - countDays * dayMs)), rowsInRound],
  );
  return (oldSamples.rowCount ?? 0) + (oldCounts.rowCount ?? 0);
}
