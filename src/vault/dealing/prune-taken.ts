/** Forgets that runs have arrived, once the source has forgotten that they left: until then they might arrive again. */
import type { Sql } from '../../platform/database/database.ts';
import { dealsOf, type RunSource } from './runs.ts';

/** Far longer than any dealer can be at work on a run. */
const keptMs = 86_400_000;
/** In one statement. */
const mostPruned = 10_000;

export async function pruneTaken(
  sources: readonly RunSource[],
  targets: readonly { db: Sql }[],
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - keptMs);
  for (const { cell, db } of sources) {
    const { rows: open } = await db.query<{ run: number }>(`select run from ${dealsOf(cell)}`);
    const runs = open.map(({ run }) => run);
    await Promise.all(targets.map((target) => forget(target.db, cell, runs, before)));
  }
}

const forget = (db: Sql, fromCell: number, open: number[], before: Date): Promise<unknown> =>
  db.query(
    `delete from deals_taken where from_cell = $1 and run in (
       select run from deals_taken where from_cell = $1 and taken_at < $3 and unnoted is null and run <> all($2::bigint[])
       order by run limit $4)`,
    [fromCell, open, before, mostPruned],
  );
