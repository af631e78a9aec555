import type { Sql } from '../platform/database/database.ts';

/**
 * Sends a callback again: the same bytes with the same message id, due at once, with eight new attempts. Earlier
 * attempts stay recorded; one in progress can no longer finish the callback.
 */
export async function replayCallback(
  db: Sql,
  { clientId, requestId }: { clientId: number; requestId: number },
  now: Date,
): Promise<'replayed' | 'not-found'> {
  const { rowCount } = await db.query(
    `update callbacks
     set state = 'due', due_at = $3, tries = 0, claim_id = null, leased_until = null, ended_at = null
     where client_id = $1 and request_id = $2`,
    [clientId, requestId, now],
  );
  return rowCount === 0 ? 'not-found' : 'replayed';
}
