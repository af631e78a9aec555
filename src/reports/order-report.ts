import type { RequestState } from '../orders/states.ts';
import type { Sql } from '../platform/database/database.ts';
import { orderEvents, type OrderDelivery, type OrderEvent } from './order-events.ts';

/** A request and its result, for the operator: no code, no link, no personal address. */
export interface OrderLine {
  clientId: number;
  requestId: number;
  orderId: number | null;
  state: RequestState;
  testmode: boolean;
  productId: number;
  title: string;
  faceKopecks: number;
  sumKopecks: number;
  deliveryType: string;
  acceptedAt: Date;
  endedAt: Date | null;
  errorCode: number | null;
}

export interface OrderDetails extends OrderLine {
  client: string;
  supplierId: number;
  uuid: string;
  serviceCode: string;
  comment: string;
  externalId: string;
  dueAt: Date;
  ttlAt: Date | null;
  expiresAt: Date | null;
  /** When and why it was taken back and its sum returned. */
  refundedAt: Date | null;
  refundNote: string | null;
  /** What its client has got back. */
  refundedKopecks: number | null;
  errorText: string | null;
  /** Id of the code in the vault. */
  codeId: number | null;
  /** How often the code was opened. */
  readings: number;
  /** All its messages: the order's own, resends, reminders. */
  deliveries: OrderDelivery[];
  /** Its events, oldest first. */
  events: OrderEvent[];
  callback: { state: string; attempts: number; dueAt: Date; lastStatus: number | null } | null;
}

const lineColumns = `r.client_id as "clientId", r.id as "requestId", r.order_id as "orderId", r.state, r.testmode,
  r.product_id as "productId", p.title, r.face_kopecks as "faceKopecks", r.sum_kopecks as "sumKopecks",
  r.delivery_type as "deliveryType", r.accepted_at as "acceptedAt", r.ended_at as "endedAt", r.error_code as "errorCode"`;

export interface OrderFilter {
  clientId: number | null;
  state: RequestState | null;
  limit: number;
}

/** The newest requests, of one client or all; read per client, so old ones cost nothing. */
export async function listOrders(db: Sql, filter: OrderFilter): Promise<OrderLine[]> {
  const { rows } = await db.query<OrderLine>(
    `select ${lineColumns}
     from clients c,
       lateral (
         select * from requests
         where client_id = c.id and ($2::text is null or state = $2)
         order by id desc limit $3) r
     join products p on p.id = r.product_id
     where $1::bigint is null or c.id = $1
     order by r.id desc limit $3`,
    [filter.clientId, filter.state, filter.limit],
  );
  return rows;
}

/** One request, by its id or by the order number; several test orders share one number. */
export async function findOrders(
  db: Sql,
  ask: { requestId: number } | { orderId: number },
): Promise<OrderDetails[]> {
  const byRequest = 'requestId' in ask;
  const { rows } = await db.query<Found>(
    `select ${lineColumns}, c.name as client, r.supplier_id as "supplierId", r.uuid, r.service_code as "serviceCode",
       r.comment, r.external_id as "externalId", r.due_at as "dueAt", r.ttl_at as "ttlAt", r.expires_at as "expiresAt",
       r.error_text as "errorText", r.refunded_at as "refundedAt",
       (select m.note from transfers m where m.client_id = r.client_id and m.request_id = r.id and m.phase = 3) as "refundNote",
       (select m.amount_kopecks from transfers m where m.client_id = r.client_id and m.request_id = r.id and m.phase = 3) as "refundedKopecks",
       cert.code_id as "codeId",
       (select count(*) from code_readings cr where cr.supplier_id = cert.supplier_id and cr.code_id = cert.code_id) as readings
     from clients c
     join requests r on r.client_id = c.id and ${byRequest ? 'r.id = $1' : 'r.order_id = $1'}
     join products p on p.id = r.product_id
     left join certificates cert on cert.client_id = r.client_id and cert.request_id = r.id
     order by r.client_id, r.id desc limit $2`,
    [byRequest ? ask.requestId : ask.orderId, maxFound],
  );
  const [stories, callbacks] = await Promise.all([orderEvents(db, rows), callbacksOf(db, rows)]);
  return rows.map((row, index) => ({
    ...row,
    ...(stories[index] ?? { deliveries: [], events: [] }),
    callback: callbacks.get(row.requestId) ?? null,
  }));
}

type Found = Omit<OrderDetails, 'deliveries' | 'events' | 'callback'>;
type CallbackState = NonNullable<OrderDetails['callback']>;

const maxFound = 20;

async function callbacksOf(db: Sql, orders: OrderLine[]): Promise<Map<number, CallbackState>> {
  const { rows } = await db.query<CallbackState & { requestId: number }>(
    `select b.request_id as "requestId", b.state, b.attempts, b.due_at as "dueAt",
       (select a.http_status from callback_attempts a
        where a.client_id = b.client_id and a.request_id = b.request_id order by a.attempt desc limit 1) as "lastStatus"
     from callbacks b where (b.client_id, b.request_id) in (select * from unnest($1::bigint[], $2::bigint[]))`,
    [orders.map(({ clientId }) => clientId), orders.map(({ requestId }) => requestId)],
  );
  return new Map(rows.map(({ requestId, ...callback }) => [requestId, callback]));
}
