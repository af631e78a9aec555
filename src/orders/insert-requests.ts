/** The rows of acceptance: ids with their uuids, the requests, and what these reserve. */
import type { BrandUse } from '../catalog/use-brand-limits.ts';
import { comparedUuid } from '../clients/sandbox.ts';
import type { Transfer } from '../ledger/post-transfers.ts';
import type { Tx } from '../platform/database/database.ts';
import { insertion } from '../platform/database/rows.ts';
import type { NewExchange } from '../suppliers/calls/begin-exchanges.ts';
import type { LotKey } from '../vault/lots.ts';
import type { OrderAsk } from './order-ask.ts';
import { scriptOf, type TestScript } from './test-script.ts';

/** An earlier request with the same uuid. */
export interface Earlier {
  requestId: number;
  sameParameters: boolean;
}

interface StoredUuid {
  client_id: number;
  uuid: string;
  /** In hexadecimal; '' once the recipient was erased. */
  parameters: string;
  request_id: number;
}

const uuidKey = (clientId: number, uuid: string): string => `${clientId}:${uuid}`;

const uuidOf = ({ client, uuid }: OrderAsk): string => comparedUuid(client, uuid);

export const haveSameUuid = (one: OrderAsk, other: OrderAsk): boolean =>
  one.client.id === other.client.id && uuidOf(one) === uuidOf(other);

/** What a repeat of an accepted request needs to know of it. */
export const earlierOf = ({ ask, requestId }: NewRequest, repeat: OrderAsk): Earlier => ({
  requestId,
  sameParameters: isHashOf(repeat, ask.parametersHash),
});

const isHashOf = (repeat: OrderAsk, stored: string): boolean =>
  stored === repeat.parametersHash || stored === repeat.formerHash;

/** Finds for each ask, in order, the earlier request with its uuid. */
export async function findEarlier(tx: Tx, asks: OrderAsk[]): Promise<Earlier[]> {
  const { rows } = await tx.query<StoredUuid>(
    `select client_id, uuid, encode(parameters, 'hex') as parameters, request_id from idempotency
     where (client_id, uuid) in (select * from unnest($1::bigint[], $2::text[]))`,
    [asks.map((ask) => ask.client.id), asks.map(uuidOf)],
  );
  const stored = new Map(rows.map((row) => [uuidKey(row.client_id, row.uuid), row]));
  return asks.map((ask) => {
    const row = stored.get(uuidKey(ask.client.id, uuidOf(ask)));
    if (row === undefined) throw new Error('A uuid was stored and cannot be found.');
    return {
      requestId: row.request_id,
      sameParameters: row.parameters === '' || isHashOf(ask, row.parameters),
    };
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
    [asks.map((ask) => ask.client.id), asks.map(uuidOf), asks.map((ask) => ask.parametersHash)],
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
    [named.map((ask) => ask.client.id), named.map(uuidOf)],
  );
}

/** Stores the uuids of requests after those of refused asks were forgotten. */
export async function storeUuids(tx: Tx, requests: NewRequest[]): Promise<void> {
  if (requests.length === 0) return;
  await tx.query(
    `insert into idempotency (client_id, uuid, parameters, request_id)
     select client_id, uuid, decode(parameters, 'hex'), id
     from unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[]) as w (client_id, uuid, parameters, id)`,
    [
      requests.map(({ ask }) => ask.client.id),
      requests.map(({ ask }) => uuidOf(ask)),
      requests.map(({ ask }) => ask.parametersHash),
      requests.map(({ requestId }) => requestId),
    ],
  );
}

/** A request that has passed every check. */
export interface NewRequest {
  ask: OrderAsk;
  requestId: number;
  supplierId: number;
  sumKopecks: number;
  /** `obtaining`: its supplier is called at once, without a turn of the issuer. */
  state: 'queued' | 'delayed' | 'obtaining';
  /** The lot of its promised code; null: none, or the product has no pool. */
  promisedLot: string | null;
  brandId: number;
  /** The month (`YYYY-MM-01`) in which it counts towards the brand's limits; null: none. */
  limitMonth: string | null;
}

/** What an accepted request reserves: a code of a lot, a part of its brand's limits, its client's money. */
export const promisedLotOf = ({ ask, supplierId, promisedLot }: NewRequest): LotKey[] =>
  promisedLot === null
    ? []
    : [{ supplierId, productId: ask.productId, faceKopecks: ask.faceKopecks, endsOn: promisedLot }];

export const brandUseOf = ({ ask, supplierId, brandId, limitMonth }: NewRequest): BrandUse[] =>
  limitMonth === null ? [] : [{ supplierId, brandId, faceKopecks: ask.faceKopecks }];

export const holdOf = ({ ask, sumKopecks, requestId }: NewRequest): Transfer[] =>
  ask.testmode || sumKopecks === 0
    ? []
    : [{ clientId: ask.client.id, kind: 'hold', amountKopecks: sumKopecks, requestId }];

/** What its supplier is called for. */
export const exchangeOf =
  (acceptedAt: Date) =>
  ({ ask, requestId, supplierId, state }: NewRequest): NewExchange[] =>
    state !== 'obtaining'
      ? []
      : [
          {
            supplierId,
            kind: 'issue',
            clientId: ask.client.id,
            requestId,
            productId: ask.productId,
            faceKopecks: ask.faceKopecks,
            codeId: null,
            ttlAt: ttlOf(ask, acceptedAt),
          },
        ];

const columns = {
  client_id: 'bigint',
  id: 'bigint',
  testmode: 'boolean',
  product_id: 'bigint',
  supplier_id: 'bigint',
  face_kopecks: 'bigint',
  sum_kopecks: 'bigint',
  uuid: 'text',
  service_code: 'text',
  comment: 'text',
  external_id: 'text',
  email_from: 'text',
  email_to: 'text',
  sender_name: 'text',
  recipient_name: 'text',
  to_phone: 'text',
  greeting: 'text',
  delivery_type: 'text',
  date_send: 'timestamptz',
  callback_url: 'text',
  callback_format: 'text',
  ttl_at: 'timestamptz',
  promised_lot: 'date',
  limit_month: 'date',
} as const;

const requestsInsertion = insertion('requests', columns, {
  accepted_at: 'timestamptz',
  state: 'text',
  due_at: 'timestamptz',
});

/** Test orders whose product has a script. */
const scriptedInsertion = insertion('requests', columns, {
  accepted_at: 'timestamptz',
  state: 'text',
  due_at: 'timestamptz',
  test_script: 'text',
});

/** Requests of one state that are due at the same time are written by one statement; that is nearly always all of them. */
export async function insertRequests(tx: Tx, requests: NewRequest[], acceptedAt: Date): Promise<void> {
  const groups = Map.groupBy(
    requests,
    ({ state, ask }) => `${state} ${waitOf({ state, ask })} ${productScript(ask) ?? ''}`,
  );
  await Promise.all([...groups.values()].map((group) => insertGroup(tx, group, acceptedAt)));
}

async function insertGroup(tx: Tx, group: NewRequest[], acceptedAt: Date): Promise<void> {
  const [first] = group;
  if (first === undefined) return;
  const rows = group.map((request) => rowOf(request, acceptedAt));
  const wait = waitOf(first);
  const common = {
    accepted_at: acceptedAt,
    state: first.state,
    due_at: wait === untilStock ? 'infinity' : laterBy(acceptedAt, wait),
  };
  const script = productScript(first.ask);
  if (script === null) await requestsInsertion.into(tx, rows, common);
  else await scriptedInsertion.into(tx, rows, { ...common, test_script: script });
}

const productScript = ({ client, productId }: OrderAsk): string | null =>
  client.outcomes?.[productId] ?? null;

/** What a test order wants to happen; of a live one nothing is read. */
export const scriptOfAsk = (ask: OrderAsk): TestScript | null =>
  ask.testmode ? scriptOf(ask.comment, productScript(ask)) : null;

/** Delayed ones are woken by stock, not by time. */
const untilStock = Infinity;

/** Seconds until a request becomes due. */
function waitOf({ ask, state }: Pick<NewRequest, 'ask' | 'state'>): number {
  if (state === 'delayed') return untilStock;
  return scriptOfAsk(ask)?.slowSeconds ?? 0;
}

function rowOf(
  { ask, requestId, supplierId, sumKopecks, promisedLot, limitMonth }: NewRequest,
  acceptedAt: Date,
) {
  return {
    client_id: ask.client.id,
    id: requestId,
    testmode: ask.testmode,
    product_id: ask.productId,
    supplier_id: supplierId,
    face_kopecks: ask.faceKopecks,
    sum_kopecks: sumKopecks,
    uuid: ask.uuid,
    service_code: ask.serviceCode,
    comment: ask.comment,
    external_id: ask.externalId,
    email_from: ask.emailFrom,
    email_to: ask.emailTo,
    sender_name: ask.senderName,
    recipient_name: ask.recipientName,
    to_phone: ask.toPhone,
    greeting: ask.greeting,
    delivery_type: ask.deliveryType,
    date_send: ask.dateSend,
    callback_url: ask.callbackUrl ?? ask.client.callbackUrl,
    callback_format: ask.client.callbackFormat,
    ttl_at: ttlOf(ask, acceptedAt),
    promised_lot: promisedLot,
    limit_month: limitMonth,
  };
}

const ttlOf = ({ ttlSeconds }: OrderAsk, acceptedAt: Date): Date | null =>
  ttlSeconds === null ? null : laterBy(acceptedAt, ttlSeconds);

const laterBy = (instant: Date, seconds: number): Date => new Date(instant.getTime() + seconds * 1000);
