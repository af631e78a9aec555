/** Locks a bulk order: whoever changes one holds it until the transaction ends. */
import type { Tx } from '../../platform/database/database.ts';
import { bulkColumns, type BulkKey, type BulkOrder } from './bulk-order.ts';

export type LockedBulk = BulkOrder & { hash: Buffer };

export async function lockBulk(tx: Tx, { clientId, bulkId }: BulkKey): Promise<LockedBulk | null> {
  const { rows } = await tx.query<LockedBulk>(
    `select ${bulkColumns}, b.file_hash as hash from bulk_orders b where b.client_id = $1 and b.id = $2 for update`,
    [clientId, bulkId],
  );
  return rows[0] ?? null;
}
