import type { Context } from '../../context.ts';
import type { Worker } from '../../platform/process/loop.ts';
import { moscowDay } from '../../platform/time/moscow-time.ts';

const idleMs = 600_000;
const rowsInRound = 5000;
/** Samples are for who is looking for a mistake now; counts for a season. */
const sampleDays = 14;
const countDays = 92;

const dayMs = 86_400_000;

/** Deletes samples and counts of calls that are old. */
export const createCallPruner = ({ db, clock }: Pick<Context, 'db' | 'clock'>): Worker => ({
  name: 'prune-calls',
  idleMs,
  async round() {
    const nowMs = clock.now().getTime();
    const samples = await db.query(
      `delete from api_calls where (client_id, kind, id) in (
         select client_id, kind, id from api_calls where at < $1 order by at limit $2)`,
      [new Date(nowMs - sampleDays * dayMs), rowsInRound],
    );
    const counts = await db.query(
      `delete from api_call_days where (client_id, day, cmd, outcome) in (
         select client_id, day, cmd, outcome from api_call_days where day < $1 order by day limit $2)`,
      [moscowDay(new Date(nowMs - countDays * dayMs)), rowsInRound],
    );
    return (samples.rowCount ?? 0) + (counts.rowCount ?? 0);
  },
  drain: () => Promise.resolve(),
});
