import { abandonedWaits } from '../callbacks/settle-abandoned.ts';
import type { Sql } from '../platform/database/database.ts';

/** What a client ordered in a time, from the counted days: the history itself is not read. */
export interface ClientDay {
  /** `YYYY-MM-DD`, Moscow. */
  day: string;
  issued: number;
  /** Issued. */
  sumKopecks: number;
  failed: number;
  cancelled: number;
  open: number;
  within5s: number;
  within1min: number;
  within1h: number;
  slower: number;
}

export interface ClientDaysAsk {
  clientId: number;
  /** First and last day. */
  from: string;
  until: string;
}

/** Each day of the time, those without orders too. */
export async function clientDays(db: Sql, { clientId, from, until }: ClientDaysAsk): Promise<ClientDay[]> {
  const { rows } = await db.query<ClientDay>(
    `select d.day::date as day, coalesce(o.issued, 0) as issued, coalesce(o.sum_kopecks, 0) as "sumKopecks",
       coalesce(o.failed, 0) as failed, coalesce(o.cancelled, 0) as cancelled, coalesce(o.open, 0) as open,
       coalesce(s.within_5_s, 0) as "within5s", coalesce(s.within_1_min, 0) as "within1min",
       coalesce(s.within_1_h, 0) as "within1h", coalesce(s.slower, 0) as slower
     from generate_series($2::date, $3::date, interval '1 day') d (day)
     left join (
       select * from order_day_spans where client_id = $1 and day between $2 and $3) s on s.day = d.day::date
     left join (
       select day, sum(orders) filter (where outcome = 'issued')::bigint as issued,
         sum(sum_kopecks) filter (where outcome = 'issued')::bigint as sum_kopecks,
         sum(orders) filter (where outcome = 'failed')::bigint as failed,
         sum(orders) filter (where outcome = 'cancelled')::bigint as cancelled,
         sum(orders) filter (where outcome = 'open')::bigint as open
       from order_days where client_id = $1 and day between $2 and $3 group by day) o on o.day = d.day::date
     order by d.day`,
    [clientId, from, until],
  );
  return rows;
}

/** Whether anything was ordered before that day; test orders do not count. */
export async function hasOrderedBefore(db: Sql, clientId: number, day: string): Promise<boolean> {
  const { rows } = await db.query(`select from order_days where client_id = $1 and day < $2 limit 1`, [
    clientId,
    day,
  ]);
  return rows.length > 0;
}

export interface ProductSales {
  productId: number;
  title: string;
  orders: number;
  sumKopecks: number;
}

const mostProducts = 10;

/** The products of which most was issued. */
export async function topProducts(
  db: Sql,
  { clientId, from, until }: ClientDaysAsk,
): Promise<ProductSales[]> {
  const { rows } = await db.query<ProductSales>(
    `select o.product_id as "productId", p.title, sum(o.orders)::bigint as orders, sum(o.sum_kopecks)::bigint as "sumKopecks"
     from order_days o join products p on p.id = o.product_id
     where o.client_id = $1 and o.day between $2 and $3 and o.outcome = 'issued'
     group by o.product_id, p.title order by 4 desc, 1 limit ${mostProducts}`,
    [clientId, from, until],
  );
  return rows;
}

export interface FailureCount {
  errorCode: number;
  orders: number;
}

/** How many orders ended without a certificate, by error code. */
export async function failuresByCode(
  db: Sql,
  { clientId, from, until }: ClientDaysAsk,
): Promise<FailureCount[]> {
  const { rows } = await db.query<FailureCount>(
    `select error_code as "errorCode", sum(orders)::bigint as orders from order_days
     where client_id = $1 and day between $2 and $3 and outcome in ('failed', 'cancelled')
     group by error_code order by 2 desc, 1`,
    [clientId, from, until],
  );
  return rows;
}

/** How many orders wait for codes now; counted no further than `most`. */
export async function countDelayed(db: Sql, clientId: number, most: number): Promise<number> {
  const { rows } = await db.query<{ delayed: number }>(
    `select count(*) as delayed from (
       select from requests where client_id = $1 and state = 'delayed' and not testmode limit $2) counted`,
    [clientId, most],
  );
  return rows[0]?.delayed ?? 0;
}

/** The same for callbacks that were given up and that nobody has settled, whenever it was. */
export async function countAbandonedCallbacks(db: Sql, clientId: number, most: number): Promise<number> {
  const { rows } = await db.query<{ abandoned: number }>(
    `select count(*) as abandoned from (
       select from callbacks b where b.client_id = $1 and ${abandonedWaits} limit $2) counted`,
    [clientId, most],
  );
  return rows[0]?.abandoned ?? 0;
}
