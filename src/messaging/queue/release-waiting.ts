import type { Tx } from '../../platform/database/database.ts';

/** Releases letters that waited for the activation of their codes: due at once, or at their own sending time. */
export async function releaseWaiting(
  tx: Tx,
  orders: { clientId: number; requestId: number }[],
): Promise<void> {
  if (orders.length === 0) return;
  await tx.query(
    `update deliveries set state = 'due'
     where (client_id, request_id) in (select * from unnest($1::bigint[], $2::bigint[])) and state = 'waiting'`,
    [orders.map((order) => order.clientId), orders.map((order) => order.requestId)],
  );
}
