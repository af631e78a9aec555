import type { Sql } from '../../platform/database/database.ts';

/**
 * Finds the client of a request in the directory of requests. Requests of the last minutes are not in it yet: they are looked up
 * at each client whose orders are filed only up to an earlier one.
 */
export async function clientOfRequest(db: Sql, requestId: number): Promise<number | null> {
  const { rows: filed } = await db.query<{ clientId: number }>(
    `select client_id as "clientId" from request_clients where request_id = $1`,
    [requestId],
  );
  if (filed[0] !== undefined) return filed[0].clientId;
  const { rows } = await db.query<{ clientId: number }>(
    `select r.client_id as "clientId" from clients c left join order_terms_read t on t.client_id = c.id
     join requests r on r.client_id = c.id and r.id = $1
     where coalesce(t.last_request, 0) < $1`,
    [requestId],
  );
  return rows[0]?.clientId ?? null;
}
