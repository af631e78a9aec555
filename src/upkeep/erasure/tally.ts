import type { Hindrance } from './hindrance.ts';
import type { ErasureContext, Erasing } from './erasing.ts';

/** What an erasure found beside the orders that it has erased, which are counted with them. */
export interface Tally {
  /** Rows of no order. */
  rows: number;
  /** Orders, and lines of bulk orders, that cannot be erased yet. */
  waiting: number;
  /** Why the first of them cannot. */
  hindrance: Hindrance | null;
}

export const noTally = (): Tally => ({ rows: 0, waiting: 0, hindrance: null });

export function add(sum: Tally, one: Tally): void {
  sum.rows += one.rows;
  sum.waiting += one.waiting;
  sum.hindrance ??= one.hindrance;
}

const busyRetryMinutes = 1;
/** Later attempts are further apart, up to the limit. */
const retryMinutes = { step: 10, most: 360 };

/** Ends an erasure, and with it the address; or has it repeated for what it could not erase yet. */
export async function endErasure(
  { db, clock }: ErasureContext,
  { erasureId, claimId, attempts }: Erasing,
  { rows, waiting, hindrance }: Tally,
): Promise<void> {
  const now = clock.now();
  const isOver = waiting === 0;
  const minutes =
    hindrance === 'busy' ? busyRetryMinutes : Math.min(retryMinutes.step * attempts, retryMinutes.most);
  const dueAt = isOver ? now : new Date(now.getTime() + minutes * 60_000);
  await db.query(
    `update erasures
     set state = $3, ended_at = $4, due_at = $5, rows_changed = rows_changed + $6, waiting = $7, hindrance = $8, claim_id = null,
       sealed_address = case when $3 = 'due' then sealed_address end
     where id = $1 and claim_id = $2`,
    [erasureId, claimId, isOver ? 'ended' : 'due', isOver ? now : null, dueAt, rows, waiting, hindrance],
  );
}
