import type { Context } from '../../context.ts';
import { allowTime, transaction, type Database, type Tx } from '../../platform/database/database.ts';
import type { Worker } from '../../platform/process/loop.ts';
import { dayAfter, endOfMoscowDay, startOfMoscowDay } from '../../platform/time/moscow-time.ts';
import { firstRequestSince } from './first-request-since.ts';

/** Today is counted again after this time. */
const todayMs = 60_000;
/** A past day with open orders is counted again after this time. */
const openDayMs = 3600_000;
/** Orders are accepted a moment after their ids are drawn: a day that is over is counted once more after this time. */
const settleMs = 10 * 60_000;
/** New days of clients are looked for this often. */
const discoverMs = 30_000;
const daysInRound = 20;
/** Counting a day of a million orders. */
const countWithinMs = 60_000;
const idleMs = 5000;

interface ClientDay {
  clientId: number;
  day: string;
}

/** Fills `order_days`, behind the acceptance of orders: a new day of a client is found, and counted until nothing of it changes. */
export function createDayCounter({ db, clock }: Pick<Context, 'db' | 'clock'>): Worker {
  let discoveredAt = -Infinity;

  async function round(): Promise<number> {
    const now = clock.now();
    if (now.getTime() - discoveredAt >= discoverMs) {
      const found = await addNewDays(db, now);
      // A long history brings one day at a time.
      if (found === 0) discoveredAt = now.getTime();
    }
    const { rows } = await db.query<ClientDay>(
      `select client_id as "clientId", day from order_day_spans where due_at <= $1 order by due_at limit $2`,
      [now, daysInRound],
    );
    for (const one of rows) await countDay(db, one, now);
    return rows.length;
  }

  return { name: 'count-order-days', idleMs, round, drain: () => Promise.resolve() };
}

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

async function countDay(db: Database, { clientId, day }: ClientDay, now: Date): Promise<void> {
  const start = startOfMoscowDay(endOfMoscowDay(day));
  const end = startOfMoscowDay(endOfMoscowDay(dayAfter(day, 1)));
  const from = await firstRequestSince(db, clientId, start);
  const until = end > now ? null : await firstRequestSince(db, clientId, end);
  await transaction(db, async (tx) => {
    await allowTime(tx, { statementMs: countWithinMs });
    // One counts at a time, whoever it is.
    const { rowCount } = await tx.query(
      `select from order_day_spans where client_id = $1 and day = $2 and due_at <= $3 for update skip locked`,
      [clientId, day, now],
    );
    if (rowCount === 0) return;
    await tx.query(`delete from order_days where client_id = $1 and day = $2`, [clientId, day]);
    const counted = await count(tx, { clientId, day, from, until, start, end });
    await tx.query(`update order_day_spans set due_at = $3 where client_id = $1 and day = $2`, [
      clientId,
      day,
      nextCount(counted, end, now),
    ]);
  });
}

function nextCount(openOrders: number, end: Date, now: Date): Date | null {
  if (now.getTime() < end.getTime() + settleMs) {
    return new Date(now.getTime() + todayMs);
  }
  return openOrders > 0 ? new Date(now.getTime() + openDayMs) : null;
}

interface CountAsk extends ClientDay {
  from: number | null;
  until: number | null;
  start: Date;
  end: Date;
}

/** Ids around midnight may be out of order by a moment. */
const idMargin = 10_000;

async function count(tx: Tx, { clientId, day, from, until, start, end }: CountAsk): Promise<number> {
  const { rows } = await tx.query<{ open: number }>(
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
       select min(id) as first, max(id) as last, count(*) filter (where outcome = 'open') as open,
         count(*) filter (where outcome = 'issued' and not testmode and seconds <= 5) as a,
         count(*) filter (where outcome = 'issued' and not testmode and seconds > 5 and seconds <= 60) as b,
         count(*) filter (where outcome = 'issued' and not testmode and seconds > 60 and seconds <= 3600) as c,
         count(*) filter (where outcome = 'issued' and not testmode and seconds > 3600) as d
       from of_day)
     update order_day_spans s
     set first_request = coalesce(span.first, first_request), last_request = coalesce(span.last, last_request),
       open_orders = span.open, within_5_s = span.a, within_1_min = span.b, within_1_h = span.c, slower = span.d
     from span where s.client_id = $1 and s.day = $2
     returning s.open_orders as open`,
    [
      clientId,
      day,
      Math.max(0, (from ?? 0) - idMargin),
      until === null ? Number.MAX_SAFE_INTEGER : until + idMargin,
      start,
      end,
    ],
  );
  return rows[0]?.open ?? 0;
}
