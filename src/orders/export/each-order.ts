import type { Sql } from '../../platform/database/database.ts';
import { listClientOrders, type OrderFilters } from '../search/list-orders.ts';
import { selectListedOrders, type ListedOrder } from '../search/listed-order.ts';

/** An order with what its client's people keep in books. */
export interface ExportedOrder extends ListedOrder {
  comment: string;
  externalId: string;
  uuid: string;
  endedAt: Date | null;
  expiresAt: Date | null;
  errorText: string | null;
  /** The person who placed it, or confirmed its bulk order. */
  author: string | null;
  bulkId: number | null;
  /** What its client has got back; null: nothing, or a choice certificate got it. */
  returnedKopecks: number | null;
}

export interface EachOrderAsk {
  clientId: number;
  filters: OrderFilters;
}

/** How many orders one statement reads, so that it ends within the time limit of pages however many orders of others lie between. */
const ordersInBatch = 500;

/** Orders of a client by the filters of the list, the newest first, in batches: memory does not grow with their number. */
export async function* eachOrder(db: Sql, ask: EachOrderAsk): AsyncGenerator<ExportedOrder, undefined> {
  for (let fromKey: number | null = null; ;) {
    const page = await listClientOrders(db, { ...ask, fromKey, direction: 'older', limit: ordersInBatch });
    yield* await withDetails(db, ask.clientId, page.rows);
    const isFull = page.rows.length === ordersInBatch;
    fromKey = isFull ? (page.rows.at(-1)?.requestId ?? null) : page.lookedTo;
    if (fromKey === null) return;
  }
}

/** Those of these orders that are the client's, the newest first. */
export async function ordersByIds(
  db: Sql,
  clientId: number,
  ids: readonly number[],
): Promise<ExportedOrder[]> {
  const { rows } = await db.query<ListedOrder>(
    selectListedOrders('requests r where r.client_id = $1 and r.id = any($2::bigint[])', 'desc'),
    [clientId, ids],
  );
  return withDetails(db, clientId, rows);
}

type Details = Omit<ExportedOrder, keyof ListedOrder> & { requestId: number };

async function withDetails(db: Sql, clientId: number, orders: ListedOrder[]): Promise<ExportedOrder[]> {
  const ids = orders.map(({ requestId }) => requestId);
  const [newest, oldest] = [ids[0], ids.at(-1)];
  if (newest === undefined) return [];
  const { rows } = await db.query<Details>(
    `select r.id as "requestId", coalesce(n.comment, r.comment) as comment, r.external_id as "externalId", r.uuid,
       r.ended_at as "endedAt", r.expires_at as "expiresAt", r.error_text as "errorText", a.name as author,
       a.bulk_id as "bulkId",
       case when r.refunded_at is not null then (
         select t.amount_kopecks from transfers t where t.client_id = r.client_id and t.request_id = r.id and t.phase = 3)
       end as "returnedKopecks"
     from requests r
     left join (
       select * from order_comments where client_id = $1 and request_id between $3 and $4) n on n.request_id = r.id
     left join (
       select * from order_authors where client_id = $1 and request_id between $3 and $4) a on a.request_id = r.id
     where r.client_id = $1 and r.id = any($2::bigint[])`,
    [clientId, ids, oldest, newest],
  );
  const details = new Map(rows.map((row) => [row.requestId, row]));
  return orders.flatMap((order) => {
    const orderDetails = details.get(order.requestId);
    return orderDetails === undefined ? [] : { ...order, ...orderDetails };
  });
}
