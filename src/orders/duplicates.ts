import type { Tx } from '../platform/database/database.ts';
import type { OrderAsk } from './order-ask.ts';

/** An earlier request with the same uuid. */
export interface Earlier {
  requestId: number;
  sameParameters: boolean;
}

interface StoredUuid {
  client_id: number;
  uuid: string;
  /** In hexadecimal. */
  parameters: string;
  request_id: number;
}

const keyOf = (clientId: number, uuid: string): string => `${clientId}:${uuid}`;

/** Finds for each ask, in order, the earlier request with its uuid. */
export async function findEarlier(tx: Tx, asks: OrderAsk[]): Promise<Earlier[]> {
  const { rows } = await tx.query<StoredUuid>(
    `select client_id, uuid, encode(parameters, 'hex') as parameters, request_id from idempotency
     where (client_id, uuid) in (select * from unnest($1::bigint[], $2::text[]))`,
    [asks.map((ask) => ask.client.id), asks.map((ask) => ask.uuid)],
  );
  const stored = new Map(rows.map((row) => [keyOf(row.client_id, row.uuid), row]));
  return asks.map((ask) => {
    const row = stored.get(keyOf(ask.client.id, ask.uuid));
    if (row === undefined) throw new Error('A uuid was stored and cannot be found.');
    return { requestId: row.request_id, sameParameters: row.parameters === ask.parametersHash };
  });
}

/** The id of an ask's request; not `fresh` if its uuid belongs to an earlier request. */
export interface Reservation {
  id: number;
  fresh: boolean;
}

/**
 * Draws an id for each ask, in order, and stores its uuid. If another transaction is storing the same uuid, the
 * statement waits for it, in key order to avoid deadlocks; the ask is then not `fresh`. The answer is one row of JSON,
 * which costs a third of one row per ask.
 */
export async function reserveIds(tx: Tx, asks: OrderAsk[]): Promise<Reservation[]> {
  const { rows } = await tx.query<{ ids: number[]; repeats: number[] | null }>(
    `with asked as (
       select nextval('request_ids') as id, client_id, uuid, decode(parameters, 'hex') as parameters, place
       from unnest($1::bigint[], $2::text[], $3::text[]) with ordinality as w (client_id, uuid, parameters, place)),
     taken as (
       insert into idempotency (client_id, uuid, parameters, request_id)
       select client_id, uuid, parameters, id from asked where uuid <> '' order by client_id, uuid, place
       on conflict (client_id, uuid) do nothing
       returning request_id)
     select json_agg(id order by place) as ids,
       json_agg(id) filter (where uuid <> '' and taken.request_id is null) as repeats
     from asked left join taken on taken.request_id = asked.id`,
    [asks.map((ask) => ask.client.id), asks.map((ask) => ask.uuid), asks.map((ask) => ask.parametersHash)],
  );
  const repeats = new Set(rows[0]?.repeats);
  return (rows[0]?.ids ?? []).map((id) => ({ id, fresh: !repeats.has(id) }));
}

/** A refused request leaves no uuid behind, so it can be repeated after a top-up. */
export async function forgetUuids(tx: Tx, asks: OrderAsk[]): Promise<void> {
  const named = asks.filter((ask) => ask.uuid !== '');
  if (named.length === 0) return;
  await tx.query(
    `delete from idempotency where (client_id, uuid) in (select * from unnest($1::bigint[], $2::text[]))`,
    [named.map((ask) => ask.client.id), named.map((ask) => ask.uuid)],
  );
}
