import { messageColumns, type MessageRow } from '../messaging/queue/delivery-state.ts';
import type { Sql } from '../platform/database/database.ts';
import type { DeliveryType } from './order-ask.ts';
import type { RequestState } from './states.ts';

/** A request as its client may see it. */
export interface RequestRecord {
  clientId: number;
  requestId: number;
  state: RequestState;
  testmode: boolean;
  productId: number;
  faceKopecks: number;
  sumKopecks: number;
  uuid: string;
  serviceCode: string;
  comment: string;
  externalId: string;
  deliveryType: DeliveryType;
  acceptedAt: Date;
  orderId: number | null;
  expiresAt: Date | null;
  errorCode: number | null;
  errorText: string | null;
  /** When the certificate was taken back and its sum returned. */
  refundedAt: Date | null;
  linkSalt: number | null;
}

export interface RequestKey {
  clientId: number;
  requestId: number;
}

/** A request as a program asks for it. */
export interface AskedRequest extends RequestKey {
  /** For a test key there are no other requests. */
  onlyTest?: boolean | undefined;
}

function seenBy<Found extends { testmode: boolean }>(
  { clientId, requestId, onlyTest }: AskedRequest,
  all: ReadonlyMap<string, Found>,
): Found | null {
  const request = all.get(`${clientId}:${requestId}`);
  return request === undefined || (onlyTest === true && !request.testmode) ? null : request;
}

/** A request with the messages that deliver its gift. */
export interface RequestStatus extends RequestRecord {
  /** What its client has got back; null: nothing, as it was not refunded or a choice certificate got it. */
  refundedKopecks: number | null;
  messages: MessageRow[];
}

const columns = `r.client_id as "clientId", r.id as "requestId", r.state, r.testmode, r.product_id as "productId",
  r.face_kopecks as "faceKopecks", r.sum_kopecks as "sumKopecks", r.uuid, r.service_code as "serviceCode", r.comment,
  r.external_id as "externalId", r.delivery_type as "deliveryType", r.accepted_at as "acceptedAt",
  r.order_id as "orderId", r.expires_at as "expiresAt", r.error_code as "errorCode", r.error_text as "errorText",
  r.refunded_at as "refundedAt", r.link_salt as "linkSalt"`;

const asked = `(r.client_id, r.id) in (select * from unnest($1::bigint[], $2::bigint[]))`;

/** Like `findRequests`, with messages, in one statement: the messages of a request are stored together by key. */
export async function findStatuses(db: Sql, keys: AskedRequest[]): Promise<(RequestStatus | null)[]> {
  const { rows } = await db.query<RequestStatus & (MessageRow | { channel: null })>(
    `select ${columns}, ${messageColumns},
       case when r.refunded_at is not null then (
         select t.amount_kopecks from transfers t where t.client_id = r.client_id and t.request_id = r.id and t.phase = 3)
       end as "refundedKopecks"
     from requests r
     left join deliveries m on m.client_id = r.client_id and m.request_id = r.id and m.kind not in ('reminder', 'confirmation')
       and r.state = 'issued'
     where ${asked}`,
    [keys.map((key) => key.clientId), keys.map((key) => key.requestId)],
  );
  const statuses = new Map<string, RequestStatus>();
  for (const row of rows) {
    const name = `${row.clientId}:${row.requestId}`;
    const first = statuses.get(name);
    if (first !== undefined && row.channel !== null) first.messages.push(row);
    if (first !== undefined) continue;
    // The first row of a request is used as its record: copying would cost more than reading.
    row.messages = row.channel === null ? [] : [row];
    statuses.set(name, row);
  }
  return keys.map((key) => seenBy(key, statuses));
}

/** Returns the request of each key, in order; null if this client has no such request. */
export async function findRequests(db: Sql, keys: AskedRequest[]): Promise<(RequestRecord | null)[]> {
  const { rows } = await db.query<RequestRecord>(`select ${columns} from requests r where ${asked}`, [
    keys.map((key) => key.clientId),
    keys.map((key) => key.requestId),
  ]);
  const requests = new Map(rows.map((row) => [`${row.clientId}:${row.requestId}`, row]));
  return keys.map((key) => seenBy(key, requests));
}
