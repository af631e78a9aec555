/** Orders of which a message was sent again to one of these addresses. */
import type { Sql } from '../../platform/database/database.ts';

export interface RedirectedAsk {
  /** An address in lower case, or a phone. */
  addresses: readonly string[];
  clientIds: readonly number[];
  /** Only requests after this one. */
  after: number;
  most: number;
}

export async function findRedirected(
  db: Sql,
  { addresses, clientIds, after, most }: RedirectedAsk,
): Promise<{ clientId: number; requestId: number }[]> {
  const { rows } = await db.query<{ clientId: number; requestId: number }>(
    `select distinct d.client_id as "clientId", d.request_id as "requestId"
     from unnest($1::bigint[]) as c (id) cross join lateral (
       select client_id, request_id from deliveries
       where client_id = c.id and lower(address) = any($2::text[]) and asked_at is not null and request_id > $4
       order by request_id limit $3) d
     order by 1, 2 limit $3`,
    [clientIds, addresses, most, after],
  );
  return rows;
}

/** Every address to which a message of the client was sent again. */
export async function redirectedAddresses(db: Sql, clientId: number): Promise<string[]> {
  const { rows } = await db.query<{ address: string }>(
    `select distinct lower(address) as address from deliveries where client_id = $1 and asked_at is not null and address <> ''`,
    [clientId],
  );
  return rows.map(({ address }) => address);
}
