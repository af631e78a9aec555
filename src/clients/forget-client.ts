/** The clients' own part of forgetting one that has left. */
import type { Tx } from '../platform/database/database.ts';

/** Takes no more orders from it, for good; false: there is no such client, or it was forgotten before. */
export async function endClient(tx: Tx, clientId: number, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update clients set switched_on = false, forgotten_at = $2 where id = $1 and forgotten_at is null`,
    [clientId, now],
  );
  return rowCount === 1;
}

/** Its secrets and addresses. The name stays, as its money and counts do. */
export async function eraseAccess(tx: Tx, clientId: number): Promise<number> {
  const keys = await tx.query(`delete from client_keys where client_id = $1`, [clientId]);
  const testKeys = await tx.query(`delete from client_test_keys where client_id = $1`, [clientId]);
  await tx.query(`delete from client_sandboxes where client_id = $1`, [clientId]);
  const client = await tx.query(
    `update clients set callback_secret = '', callback_url = null, contact_mail = null, allowed_networks = '{}' where id = $1`,
    [clientId],
  );
  return (keys.rowCount ?? 0) + (testKeys.rowCount ?? 0) + (client.rowCount ?? 0);
}
