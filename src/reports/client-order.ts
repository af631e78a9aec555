import { listExchanged, type ExchangedOrder } from '../orders/exchange/exchanged-orders.ts';
import { findRefundedCard, type RefundedCard } from '../orders/exchange/refunded-card.ts';
import type { RequestState } from '../orders/states.ts';
import type { Sql } from '../platform/database/database.ts';
import { correctionsOf, type AddressCorrection } from './corrected-addresses.ts';
import { findMovedHistory, type MovedHistory } from './moved-history.ts';
import { orderEvents, type OrderDelivery, type OrderEvent } from './order-events.ts';

/** An order as its client's people see it: no code, no link. */
export interface ClientOrder {
  clientId: number;
  requestId: number;
  orderId: number | null;
  state: RequestState;
  testmode: boolean;
  productId: number;
  title: string;
  faceKopecks: number;
  sumKopecks: number;
  uuid: string;
  serviceCode: string;
  comment: string;
  externalId: string;
  emailTo: string;
  toPhone: string;
  recipientName: string;
  senderName: string;
  emailFrom: string;
  greeting: string;
  deliveryType: string;
  dateSend: Date | null;
  acceptedAt: Date;
  endedAt: Date | null;
  expiresAt: Date | null;
  refundedAt: Date | null;
  /** What its client has got back then. */
  returnedKopecks: number | null;
  /** What was used or exchanged of its certificate. */
  takenKopecks: number;
  /** When its recipient's data was erased. */
  erasedAt: Date | null;
  errorCode: number | null;
  errorText: string | null;
  supplierId: number;
  codeId: number | null;
  /** The person who placed it on a page or confirmed its bulk order; null: a program. */
  author: string | null;
  /** The bulk order that it is a line of. */
  bulkId: number | null;
  /** The order of the choice certificate that has paid it, whose holder has chosen it; null: its client. */
  cardRequestId: number | null;
  /** That certificate, if it was refunded: what its order returns goes to the client then. */
  refundedCard: RefundedCard | null;
  /** Who last changed the comment, and when; null: nobody. */
  commentChangedBy: string | null;
  commentChangedAt: Date | null;
}

/** A call to the supplier about this order; what was said stays with the operator. */
export interface SupplierCall {
  at: Date;
  kind: 'issue' | 'activate';
  attempt: number;
  outcome: 'done' | 'refused' | 'unclear' | 'unreached' | 'wrong';
  durationMs: number;
}

/** An opening of the code, by a page, a program or a person. */
export interface CodeOpening {
  at: Date;
  reader: string;
  /** Name of the person who ordered in the cabinet. */
  name: string | null;
}

export interface OrderStory {
  order: ClientOrder;
  events: OrderEvent[];
  deliveries: OrderDelivery[];
  /** Other addresses than the order named, to which it was sent again. */
  corrections: AddressCorrection[];
  calls: SupplierCall[];
  openings: CodeOpening[];
  /** What a choice certificate was exchanged for. */
  chosen: ExchangedOrder[];
  /** Messages, callbacks and calls lie in a file; null: they are here. */
  moved: MovedHistory | null;
}

/** More of each is not told: somebody who opens a page a thousand times is seen after a hundred. */
const mostOfEach = 100;

/** The whole story of one order of a client; null if the client has none of this number. */
export async function findClientOrder(
  db: Sql,
  key: { clientId: number; requestId: number },
): Promise<OrderStory | null> {
  const order = await findOrder(db, key);
  if (order === null) return null;
  const [stories, calls, openings, moved, chosen, refundedCard] = await Promise.all([
    orderEvents(db, [order]),
    callsOf(db, key),
    openingsOf(db, order),
    findMovedHistory(db, order),
    listExchanged(db, { clientId: key.clientId, cardRequestId: key.requestId }),
    order.cardRequestId === null ? null : findRefundedCard(db, key),
  ]);
  const [story = { deliveries: [], events: [] }] = stories;
  const corrections = correctionsOf(order, story.deliveries);
  return { order: { ...order, refundedCard }, ...story, corrections, calls, openings, moved, chosen };
}

async function findOrder(
  db: Sql,
  { clientId, requestId }: { clientId: number; requestId: number },
): Promise<Omit<ClientOrder, 'refundedCard'> | null> {
  const { rows } = await db.query<Omit<ClientOrder, 'refundedCard'>>(
    `select r.client_id as "clientId", r.id as "requestId", r.order_id as "orderId", r.state, r.testmode,
       r.product_id as "productId", p.title, r.face_kopecks as "faceKopecks", r.sum_kopecks as "sumKopecks", r.uuid,
       r.service_code as "serviceCode", coalesce(n.comment, r.comment) as comment, r.external_id as "externalId", r.email_to as "emailTo",
       r.to_phone as "toPhone", r.recipient_name as "recipientName", r.sender_name as "senderName",
       r.email_from as "emailFrom", r.greeting, r.delivery_type as "deliveryType", r.date_send as "dateSend",
       r.accepted_at as "acceptedAt", r.ended_at as "endedAt", r.expires_at as "expiresAt",
       r.refunded_at as "refundedAt", coalesce(k.taken_kopecks, 0) as "takenKopecks",
       case when r.refunded_at is not null then (
         select m.amount_kopecks from transfers m where m.client_id = r.client_id and m.request_id = r.id and m.phase = 3)
       end as "returnedKopecks", r.erased_at as "erasedAt", r.error_code as "errorCode", r.error_text as "errorText",
       r.supplier_id as "supplierId", c.code_id as "codeId", a.name as author,
       a.bulk_id as "bulkId", e.card_request_id as "cardRequestId", n.changed_by_name as "commentChangedBy", n.changed_at as "commentChangedAt"
     from requests r
     join products p on p.id = r.product_id
     left join certificates c on c.client_id = r.client_id and c.request_id = r.id
     left join codes k on k.supplier_id = c.supplier_id and k.id = c.code_id
     left join order_authors a on a.client_id = r.client_id and a.request_id = r.id
     left join exchanged_orders e on e.client_id = r.client_id and e.request_id = r.id
     left join order_comments n on n.client_id = r.client_id and n.request_id = r.id
     where r.client_id = $1 and r.id = $2`,
    [clientId, requestId],
  );
  return rows[0] ?? null;
}

async function callsOf(
  db: Sql,
  { clientId, requestId }: { clientId: number; requestId: number },
): Promise<SupplierCall[]> {
  const { rows } = await db.query<SupplierCall>(
    `select t.at, x.kind, t.attempt, t.outcome, t.duration_ms as "durationMs"
     from exchanges x
     join exchange_attempts t on t.supplier_id = x.supplier_id and t.exchange_id = x.id
     where x.client_id = $1 and x.request_id = $2 order by t.at, t.attempt limit $3`,
    [clientId, requestId, mostOfEach],
  );
  return rows;
}

async function openingsOf(
  db: Sql,
  { supplierId, codeId }: Pick<ClientOrder, 'supplierId' | 'codeId'>,
): Promise<CodeOpening[]> {
  if (codeId === null) return [];
  const { rows } = await db.query<CodeOpening>(
    `select g.at, g.reader, p.name
     from code_readings g
     left join persons p on g.reader = 'cabinet' and p.id = nullif(substring(g.address from '^person:([0-9]{1,15})$'), '')::bigint
     where g.supplier_id = $1 and g.code_id = $2 order by g.at, g.id limit $3`,
    [supplierId, codeId, mostOfEach],
  );
  return rows;
}
