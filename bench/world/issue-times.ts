import type { Database } from '../../src/platform/database/database.ts';

/** The id of the next request; those before it belong to earlier measurements. */
export async function nextRequestId(db: Database): Promise<number> {
  const { rows } = await db.query<{ id: number }>(`select coalesce(max(id), 0) + 1 as id from requests`);
  return rows[0]?.id ?? 0;
}

/** From acceptance to the commit of the certificate, by PostgreSQL's commit timestamps. */
export async function issueTimes(
  db: Database,
  ask: { firstId: number; orders: number; productId: number },
): Promise<number[]> {
  const { rows } = await db.query<{ ms: number }>(
    `select (extract(epoch from pg_xact_commit_timestamp(c.xmin) - r.accepted_at) * 1000)::float8 as ms
     from certificates c join requests r on r.client_id = c.client_id and r.id = c.request_id
     where r.product_id = $1 and r.id >= $2`,
    [ask.productId, ask.firstId],
  );
  if (rows.length !== ask.orders) throw new Error(`${rows.length} of ${ask.orders} orders were issued.`);
  return rows.map(({ ms }) => ms);
}
