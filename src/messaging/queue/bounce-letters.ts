import type { Tx } from '../../platform/database/database.ts';

/** Says of the letters of test orders that they were sent and came back, as their scripts want it; nothing is sent. */
export async function bounceLetters(
  tx: Tx,
  orders: readonly { clientId: number; requestId: number }[],
  now: Date,
): Promise<void> {
  if (orders.length === 0) return;
  await tx.query(
    `update deliveries set state = 'sent', sent_at = $3, attempts = 1, report = 'undelivered', reported_at = $3,
       report_details = '5.1.1 scripted by the test order'
     where (client_id, request_id) in (select * from unnest($1::bigint[], $2::bigint[]))
       and testmode and channel = 'email' and kind = 'certificate' and state = 'due'`,
    [orders.map(({ clientId }) => clientId), orders.map(({ requestId }) => requestId), now],
  );
}
