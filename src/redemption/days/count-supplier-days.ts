/** Fills `supplier_days`, behind sales and redemptions. */
import type { Context } from '../../context.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import {
  createDayCounter,
  createTodayPace,
  settleMs,
  type CountedDay,
} from '../../platform/database/day-counter.ts';
import type { Worker } from '../../platform/process/loop.ts';
import { maxUndoMinutes } from '../till-settings.ts';

/** A day that is over, until nothing of it can be undone. */
const pastDayMs = 3600_000;

export const createSupplierDayCounter = (ctx: Pick<Context, 'db' | 'clock'>): Worker => {
  const todayAgain = createTodayPace();
  return createDayCounter(ctx, {
    name: 'count-supplier-days',
    spans: 'supplier_day_spans',
    owner: 'supplier_id',
    addNewDays,
    async count(tx, day, now) {
      const counted = await countCodes(tx, day);
      const [endMs, nowMs] = [day.end.getTime(), now.getTime()];
      if (nowMs < endMs + settleMs) return todayAgain(day, counted, now);
      return nowMs < endMs + maxUndoMinutes * 60_000 + settleMs ? new Date(nowMs + pastDayMs) : null;
    },
  });
};

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
       select issued_at as at from certificates t
       where t.supplier_id = s.id and t.code_id is not null and t.issued_at >= coalesce(last.ended, '-infinity')
       order by t.supplier_id, t.issued_at limit 1) sold on true
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

/** Returns how many sales and redemptions the day has. A part is counted as a certificate of its amount. */
async function countCodes(tx: Tx, { ownerId, day, start, end }: CountedDay): Promise<number> {
  await tx.query(`delete from supplier_days where supplier_id = $1 and day = $2`, [ownerId, day]);
  const { rows } = await tx.query<{ counted: number }>(
    `with of_day as (
       select product_id, face_kopecks, 1 as sold, 0 as redeemed, 0 as undone
       from certificates where supplier_id = $1 and issued_at >= $3 and issued_at < $4 and code_id is not null
       union all
       select c.product_id, coalesce(r.amount_kopecks, c.face_kopecks), 0, (r.undone_at is null)::int, (r.undone_at is not null)::int
       from redemptions r join codes c on c.supplier_id = r.supplier_id and c.id = r.code_id
       where r.supplier_id = $1 and r.redeemed_at >= $3 and r.redeemed_at < $4),
     written as (
       insert into supplier_days (supplier_id, day, product_id, face_kopecks, sold, redeemed, undone)
       select $1, $2, product_id, face_kopecks, sum(sold), sum(redeemed), sum(undone)
       from of_day group by product_id, face_kopecks
       returning sold + redeemed + undone as all_of_face)
     select coalesce(sum(all_of_face), 0)::bigint as counted from written`,
    [ownerId, day, start, end],
  );
  return rows[0]?.counted ?? 0;
}
