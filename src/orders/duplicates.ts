import type { Tx } from '../platform/database.ts';
import type { OrderAsk } from './order-ask.ts';

/** An earlier request under the same uuid. */
export interface Earlier {
  requestId: number;
  sameParameters: boolean;
}

interface StoredUuid {
  client_id: number;
  uuid: string;
  parameters: Buffer;
  request_id: number;
}

const keyOf = (clientId: number, uuid: string): string => `${clientId}:${uuid}`;

export const uuidKey = (ask: OrderAsk): string => keyOf(ask.client.id, ask.uuid);

/** Finds for each ask, in order, the earlier request with its uuid. */
export async function findEarlier(tx: Tx, asks: OrderAsk[]): Promise<(Earlier | null)[]> {
  const named = asks.filter((ask) => ask.uuid !== '');
  if (named.length === 0) return asks.map(() => null);
  const { rows } = await tx.query<StoredUuid>(
    `select client_id, uuid, parameters, request_id from idempotency
     where (client_id, uuid) in (select * from unnest($1::bigint[], $2::text[]))`,
    [named.map((ask) => ask.client.id), named.map((ask) => ask.uuid)],
  );
  const stored = new Map(rows.map((row) => [keyOf(row.client_id, row.uuid), row]));
  return asks.map((ask) => {
    const row = ask.uuid === '' ? undefined : stored.get(uuidKey(ask));
    if (row === undefined) return null;
    return { requestId: row.request_id, sameParameters: row.parameters.equals(ask.parametersHash) };
  });
}

export interface Reservation {
  ask: OrderAsk;
  requestId: number;
}

/**
 * Takes the uuids for new requests; answers the keys that were taken. A uuid that another transaction took meanwhile
 * is missing from the answer: the statement has waited for that transaction, in key order, so nobody waits in a ring.
 */
export async function reserveUuids(tx: Tx, reservations: Reservation[]): Promise<Set<string>> {
  const named = reservations
    .filter(({ ask }) => ask.uuid !== '')
    .toSorted((one, other) => (uuidKey(one.ask) < uuidKey(other.ask) ? -1 : 1));
  if (named.length === 0) return new Set();
  const { rows } = await tx.query<{ client_id: number; uuid: string }>(
    `insert into idempotency (client_id, uuid, parameters, request_id)
     select * from unnest($1::bigint[], $2::text[], $3::bytea[], $4::bigint[])
     on conflict (client_id, uuid) do nothing
     returning client_id, uuid`,
    [
      named.map(({ ask }) => ask.client.id),
      named.map(({ ask }) => ask.uuid),
      named.map(({ ask }) => ask.parametersHash),
      named.map(({ requestId }) => requestId),
    ],
  );
  return new Set(rows.map((row) => keyOf(row.client_id, row.uuid)));
}

/** A refused request leaves no trace of its uuid, so that it can be repeated after a top-up. */
export async function forgetUuids(tx: Tx, asks: OrderAsk[]): Promise<void> {
  const named = asks.filter((ask) => ask.uuid !== '');
  if (named.length === 0) return;
  await tx.query(
    `delete from idempotency where (client_id, uuid) in (select * from unnest($1::bigint[], $2::text[]))`,
    [named.map((ask) => ask.client.id), named.map((ask) => ask.uuid)],
  );
}
