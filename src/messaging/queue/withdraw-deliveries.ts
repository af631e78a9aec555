import type { Tx } from '../../platform/database/database.ts';

/** Drops the unsent messages of a certificate; one that is being sent cannot be stopped. */
export async function withdrawDeliveries(
  tx: Tx,
  { clientId, requestId }: { clientId: number; requestId: number },
  now: Date,
): Promise<void> {
  await tx.query(
    `update deliveries
     set state = 'dropped', due_at = $3, last_error = 'the certificate was taken back', claim_id = null, leased_until = null
     where client_id = $1 and request_id = $2 and state in ('due', 'waiting')`,
    [clientId, requestId, now],
  );
}
