import type { Context } from '../../context.ts';
import { allowTime, transaction, type Database, type Tx } from '../../platform/database/database.ts';
import type { Worker } from '../../platform/process/loop.ts';
import { dayAfter, endOfMoscowDay, startOfMoscowDay } from '../../platform/time/moscow-time.ts';
import { maxUndoMinutes } from '../till-settings.ts';

/** Today is counted again after this time, and a moment more for each thousand rows. */
const todayMs = 60_000;
const perRowMs = 0.1;
/** A day that is over, until nothing of it can be undone. */
const pastDayMs = 3600_000;
/** Sales and redemptions are written a moment after their time. */
const settleMs = 10 * 60_000;
/** New days of suppliers are looked for this often. */
const discoverMs = 30_000;
const daysInRound = 20;
/** Counting a day of a million certificates. */
const countWithinMs = 60_000;
const idleMs = 5000;

interface SupplierDay {
  supplierId: number;
  day: string;
}

/** Fills `supplier_days`, behind sales and redemptions: a new day is found, and counted until nothing of it changes. */
export function createSupplierDayCounter({ db, clock }: Pick<Context, 'db' | 'clock'>): Worker {
  let discoveredAt = -Infinity;

  async function round(): Promise<number> {
    const now = clock.now();
    if (now.getTime() - discoveredAt >= discoverMs) {
      const found = await addNewDays(db, now);
      // A long history brings one day at a time.
      if (found === 0) discoveredAt = now.getTime();
    }
    const { rows } = await db.query<SupplierDay>(
      `select supplier_id as "supplierId", day from supplier_day_spans where due_at <= $1 order by due_at limit $2`,
      [now, daysInRound],
    );
    for (const one of rows) await countDay(db, one, now);
    return rows.length;
  }

  return { name: 'count-supplier-days', idleMs, round, drain: () => Promise.resolve() };
}

/** The next day of each supplier, after its last counted one, on which anything was sold or redeemed. */
async function addNewDays(db: Database, now: Date): Promise<number> {
  const { rowCount } = await db.query(
    `insert into supplier_day_spans (supplier_id, day, due_at)
     select s.id, (least(sold.at, redeemed.at) at time zone 'Europe/Moscow')::date, $1
     from suppliers s
     left join lateral (
       select ((day + 1)::timestamp at time zone 'Europe/Moscow') as ended from supplier_day_spans d
       where d.supplier_id = s.id order by day desc limit 1) last on true
     left join lateral (
       select sold_at as at from codes c
       where c.supplier_id = s.id and c.sold_at is not null and c.sold_at >= coalesce(last.ended, '-infinity')
       order by c.supplier_id, c.sold_at limit 1) sold on true
     left join lateral (
       select redeemed_at as at from redemptions r
       where r.supplier_id = s.id and r.redeemed_at >= coalesce(last.ended, '-infinity')
       order by r.supplier_id, r.redeemed_at limit 1) redeemed on true
     where sold.at is not null or redeemed.at is not null
     on conflict do nothing`,
    [now],
  );
  return rowCount ?? 0;
}

async function countDay(db: Database, { supplierId, day }: SupplierDay, now: Date): Promise<void> {
  const start = startOfMoscowDay(endOfMoscowDay(day));
  const end = startOfMoscowDay(endOfMoscowDay(dayAfter(day, 1)));
  await transaction(db, async (tx) => {
    await allowTime(tx, { statementMs: countWithinMs });
    // One counts at a time, whoever it is.
    const { rowCount } = await tx.query(
      `select from supplier_day_spans where supplier_id = $1 and day = $2 and due_at <= $3 for update skip locked`,
      [supplierId, day, now],
    );
    if (rowCount === 0) return;
    await tx.query(`delete from supplier_days where supplier_id = $1 and day = $2`, [supplierId, day]);
    const counted = await count(tx, { supplierId, day, start, end });
    await tx.query(`update supplier_day_spans set due_at = $3 where supplier_id = $1 and day = $2`, [
      supplierId,
      day,
      nextCount(counted, end, now),
    ]);
  });
}

function nextCount(counted: number, end: Date, now: Date): Date | null {
  const [endMs, nowMs] = [end.getTime(), now.getTime()];
  if (nowMs < endMs + settleMs) return new Date(nowMs + todayMs + counted * perRowMs);
  return nowMs < endMs + maxUndoMinutes * 60_000 + settleMs ? new Date(nowMs + pastDayMs) : null;
}

async function count(
  tx: Tx,
  { supplierId, day, start, end }: SupplierDay & { start: Date; end: Date },
): Promise<number> {
  const { rows } = await tx.query<{ counted: number }>(
    `with of_day as (
       select product_id, face_kopecks, 1 as sold, 0 as redeemed, 0 as undone
       from codes where supplier_id = $1 and sold_at >= $3 and sold_at < $4
       union all
       select c.product_id, c.face_kopecks, 0, (r.undone_at is null)::int, (r.undone_at is not null)::int
       from redemptions r join codes c on c.supplier_id = r.supplier_id and c.id = r.code_id
       where r.supplier_id = $1 and r.redeemed_at >= $3 and r.redeemed_at < $4),
     written as (
       insert into supplier_days (supplier_id, day, product_id, face_kopecks, sold, redeemed, undone)
       select $1, $2, product_id, face_kopecks, sum(sold), sum(redeemed), sum(undone)
       from of_day group by product_id, face_kopecks
       returning sold + redeemed + undone as all_of_face)
     select coalesce(sum(all_of_face), 0)::bigint as counted from written`,
    [supplierId, day, start, end],
  );
  return rows[0]?.counted ?? 0;
}
