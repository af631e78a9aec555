/**
 * Ends texts that nobody could hand over for days, so that they don't go out when nobody expects them, and their
 * recipients can be erased.
 */
import type { Context } from '../../context.ts';
import type { Worker } from '../../platform/process/loop.ts';

/** A text that was due so long ago and is not even being tried has failed. */
const daysUntilUnsendable = 7;

const idleMs = 60_000;
const textsAtOnce = 1000;
const dayMs = 86_400_000;
/** After the platform was down, texts are sent before this worker ends any. */
const firstAfterMs = 3_600_000;

/** Ends texts that are too old. While a provider can't be reached most texts are not tried, so they would never end by their attempts. */
export function createUnsendableEnder({ db, clock }: Pick<Context, 'db' | 'clock'>): Worker {
  const startedMs = clock.now().getTime();

  /** Uses the index of due deliveries and skips from client to client. */
  async function round(): Promise<number> {
    const now = clock.now();
    if (now.getTime() - startedMs < firstAfterMs) return 0;
    const { rowCount } = await db.query(
      `update deliveries set state = 'failed', due_at = $1, last_error = $4
       where ctid = any(array(
         select ctid from deliveries where channel = 'sms' and state = 'due' and due_at <= $2
         limit $3 for update skip locked))`,
      [now, new Date(now.getTime() - daysUntilUnsendable * dayMs), textsAtOnce, reason],
    );
    return rowCount ?? 0;
  }
  return { name: 'end-unsendable', idleMs, round, drain: () => Promise.resolve() };
}

const reason = `it could not be sent for ${daysUntilUnsendable} days`;
