/** Deletes throttles' counts of ended windows. */
import type { Clock } from '../time/clock.ts';
import type { Sql } from '../database/database.ts';
import type { Worker } from '../process/loop.ts';

const idleMs = 60_000;
const rowsInRound = 5000;
/** A process whose clock is slow may still count in a window that has ended for others. */
const graceMs = 3_600_000;

export const createCountPruner = ({ db, clock }: { db: Sql; clock: Clock }): Worker => ({
  name: 'prune-throttle-counts',
  idleMs,
  async round() {
    const { rowCount } = await db.query(
      `delete from throttle_counts where (key, ends_at) in (
         select key, ends_at from throttle_counts where ends_at < $1
         order by ends_at limit $2 for update skip locked)`,
      [new Date(clock.now().getTime() - graceMs), rowsInRound],
    );
    return rowCount ?? 0;
  },
  drain: () => Promise.resolve(),
});
