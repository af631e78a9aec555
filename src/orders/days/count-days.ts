/** Fills `order_days`, behind the acceptance of orders. */
import type { Context } from '../../context.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import {
  createDayCounter,
  createTodayPace,
  settleMs,
  type CountedDay,
} from '../../platform/database/day-counter.ts';
import type { Worker } from '../../platform/process/loop.ts';
import { firstRequestSince } from './first-request-since.ts';

/** A past day with open orders is counted again after this time. */
const openDayMs = 3600_000;

export const createOrderDayCounter = (ctx: Pick<Context, 'db' | 'clock'>): Worker => {
  const todayAgain = createTodayPace();
  return createDayCounter(ctx, {
    name: 'count-order-days',
    spans: 'order_day_spans',
    owner: 'client_id',
    addNewDays,
    async count(tx, day, now) {
      const { orders, open } = await countOrders(tx, day, now);
      const [endMs, nowMs] = [day.end.getTime(), now.getTime()];
      if (nowMs < endMs + settleMs) return todayAgain(day, orders, now);
      return open > 0 ? new Date(nowMs + openDayMs) : null;
    },
  });
};

/** The first uncounted day of each client that has ordered since its last counted one. */
async function addNewDays(db: Database, now: Date): Promise<number> {
  const { rowCount } = await db.query(
    `insert into order_day_spans (client_id, day, first_request, last_request, open_orders,
       within_5_s, within_1_min, within_1_h, slower, due_at)
     select c.id, (next.accepted_at at time zone 'Europe/Moscow')::date, next.id, next.id, 0, 0, 0, 0, 0, $1
     from clients c
     left join lateral (
       select day, last_request from order_day_spans s where s.client_id = c.id order by day desc limit 1) last on true
     cross join lateral (
       select id, accepted_at from requests r
       where r.client_id = c.id and r.id > coalesce(last.last_request, 0) order by r.client_id, r.id limit 1) next
     where last.day is null or (next.accepted_at at time zone 'Europe/Moscow')::date > last.day
     on conflict do nothing`,
    [now],
  );
  return rowCount ?? 0;
}

/** Ids around midnight may be out of order by a moment. */
const idMargin = 10_000;

interface OrdersOfDay {
  orders: number;
  open: number;
}

async function countOrders(
  tx: Tx,
  { ownerId, day, start, end }: CountedDay,
  now: Date,
): Promise<OrdersOfDay> {
  const from = await firstRequestSince(tx, ownerId, start);
  const until = end > now ? null : await firstRequestSince(tx, ownerId, end);
  await tx.query(`delete from order_days where client_id = $1 and day = $2`, [ownerId, day]);
  const { rows } = await tx.query<OrdersOfDay>(
    `with of_day as materialized (
       select r.id, r.product_id, r.testmode, r.sum_kopecks, coalesce(r.error_code, 0) as error_code,
         case when r.state in ('issued', 'failed', 'cancelled') then r.state else 'open' end as outcome,
         extract(epoch from r.ended_at - r.accepted_at) as seconds
       from requests r
       where r.client_id = $1 and r.id >= $3 and r.id < $4 and r.accepted_at >= $5 and r.accepted_at < $6),
     counted as (
       insert into order_days (client_id, day, product_id, outcome, error_code, orders, sum_kopecks)
       select $1, $2, product_id, outcome, error_code, count(*), sum(sum_kopecks) from of_day where not testmode
       group by product_id, outcome, error_code),
     span as (
       select min(id) as first, max(id) as last, count(*) as orders, count(*) filter (where outcome = 'open') as open,
         count(*) filter (where outcome = 'issued' and not testmode and seconds <= 5) as a,
         count(*) filter (where outcome = 'issued' and not testmode and seconds > 5 and seconds <= 60) as b,
         count(*) filter (where outcome = 'issued' and not testmode and seconds > 60 and seconds <= 3600) as c,
         count(*) filter (where outcome = 'issued' and not testmode and seconds > 3600) as d
       from of_day)
     update order_day_spans s
     set first_request = coalesce(span.first, first_request), last_request = coalesce(span.last, last_request),
       open_orders = span.open, within_5_s = span.a, within_1_min = span.b, within_1_h = span.c, slower = span.d
     from span where s.client_id = $1 and s.day = $2
     returning span.orders, s.open_orders as open`,
    [
      ownerId,
      day,
      Math.max(0, (from ?? 0) - idMargin),
      until === null ? Number.MAX_SAFE_INTEGER : until + idMargin,
      start,
      end,
    ],
  );
  return rows[0] ?? { orders: 0, open: 0 };
}
