import { clientParty } from '../../people/access/party.ts';
import { listApprovals, type Approval } from '../../people/approvals/approvals.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { BulkKey } from './bulk-order.ts';
import type { ConfirmPayload } from './confirm-bulk.ts';

/** What waits for a second person of a client; without bulk orders that were cancelled meanwhile. */
export async function listOpenForClient(db: Sql, clientId: number, now: Date): Promise<Approval[]> {
  const open = await listApprovals(db, clientParty(clientId), now);
  const bulkIds = open.flatMap((one) => bulkOf(one) ?? []);
  if (bulkIds.length === 0) return open;
  const { rows } = await db.query<{ id: number }>(
    `select id from bulk_orders where client_id = $1 and id = any($2::bigint[]) and state = 'preview'`,
    [clientId, bulkIds],
  );
  const waiting = new Set(rows.map(({ id }) => id));
  return open.filter((one) => waiting.has(bulkOf(one) ?? 0) || bulkOf(one) === null);
}

/** The request to confirm this bulk order; null: there is none. */
export async function findOpenOfBulk(
  db: Sql,
  { clientId, bulkId }: BulkKey,
  now: Date,
): Promise<Approval | null> {
  const open = await listApprovals(db, clientParty(clientId), now);
  return open.find((one) => bulkOf(one) === bulkId) ?? null;
}

const bulkOf = ({ act, payload }: Approval): number | null =>
  act === 'bulk.confirm' ? (JSON.parse(payload) as ConfirmPayload).bulkId : null;
