import type { Tx } from '../../platform/database/database.ts';

/** Brings what is to be sent for a test order so much nearer: later sending, repeats, reminders. */
export async function moveDeliveries(
  tx: Tx,
  { clientId, requestId, seconds }: { clientId: number; requestId: number; seconds: number },
  now: Date,
): Promise<void> {
  await tx.query(
    `update deliveries set due_at = greatest(due_at - $3 * interval '1 second', $4)
     where client_id = $1 and request_id = $2 and testmode and state in ('due', 'waiting') and due_at > $4`,
    [clientId, requestId, seconds, now],
  );
}
