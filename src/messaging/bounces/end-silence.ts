import type { Context } from '../../context.ts';
import type { Worker } from '../../platform/process/loop.ts';

/** After so many days a report is no longer expected. */
export const silentDaysUntilUnknown = 7;

const idleMs = 60_000;
const lettersAtOnce = 1000;
const dayMs = 86_400_000;

/**
 * Ends the wait for reports of letters. Successful delivery is rarely reported, so a missing report is not a failure.
 */
export function createSilenceEnder({
  db,
  clock,
  metrics,
}: Pick<Context, 'db' | 'clock' | 'metrics'>): Worker {
  async function round(): Promise<number> {
    const now = clock.now();
    const { rowCount } = await db.query(
      `update deliveries set report = 'unknown', reported_at = $1
       where ctid = any(array(
         select ctid from deliveries
         where state = 'sent' and report is null and channel = 'email' and sent_at <= $2
         order by sent_at limit $3 for update skip locked))`,
      [now, new Date(now.getTime() - silentDaysUntilUnknown * dayMs), lettersAtOnce],
    );
    metrics.letterReportsTotal.inc({ outcome: 'unknown' }, rowCount ?? 0);
    return rowCount ?? 0;
  }
  return { name: 'end-silence', idleMs, round, drain: () => Promise.resolve() };
}
