/** Moves the callback of a test order forward in time. */
import type { Tx } from '../platform/database/database.ts';

interface MoveAsk {
  clientId: number;
  requestId: number;
  seconds: number;
}

/**
 * Brings the next attempt of a test order's callback forward by so many seconds. Seconds beyond it are kept in `ahead_seconds` and
 * shorten the pauses before later attempts, so that one move can show all of them.
 */
export async function moveCallback(
  tx: Tx,
  { clientId, requestId, seconds }: MoveAsk,
  now: Date,
): Promise<void> {
  await tx.query(
    `update callbacks set
       ahead_seconds = coalesce(ahead_seconds, 0)
         + greatest(0, $3::integer - greatest(0, ceil(extract(epoch from due_at - $4::timestamptz))))::integer,
       due_at = greatest(due_at - $3 * interval '1 second', least(due_at, $4))
     where client_id = $1 and request_id = $2 and state = 'due'`,
    [clientId, requestId, seconds, now],
  );
}
