/** Counts each month of each supplier once it is final. A month of a large supplier takes long, so no page waits for one. */
import type { Context } from '../context.ts';
import { transaction, type Database } from '../platform/database/database.ts';
import type { Worker } from '../platform/process/loop.ts';
import { endOfMonth, startOfMonth } from './month-period.ts';
import { settle } from '../reports/settlement.ts';

/** Nothing of a month can be undone a day after its end; later than that it is counted. */
const finalAfterHours = 26;
/** Months that are over are looked for this often. */
const discoverMs = 600_000;
const idleMs = 10_000;
/** What could not be counted is tried again after this time. */
const retryMs = 600_000;

interface DueMonth {
  supplierId: number;
  month: string;
}

export function createMonthCounter({ db, clock }: Pick<Context, 'db' | 'clock'>): Worker {
  let discoveredAt = -Infinity;

  async function round(): Promise<number> {
    const now = clock.now();
    if (now.getTime() - discoveredAt >= discoverMs) {
      await addMonths(db, now);
      discoveredAt = now.getTime();
    }
    const claimed = await claimMonth(db, now);
    if (claimed === null) return 0;
    await countMonth(db, claimed, now);
    return 1;
  }

  return { name: 'count-settlements', idleMs, round, drain: () => Promise.resolve() };
}

/** Every month that is over, from the supplier's first day with a sale or a redemption. */
async function addMonths(db: Database, now: Date): Promise<void> {
  const until = new Date(now.getTime() - finalAfterHours * 3600_000);
  await db.query(
    `insert into settlement_months (supplier_id, month, due_at)
     select d.supplier_id, m.month::date, $1
     from (select supplier_id, min(day) as first from supplier_day_spans group by supplier_id) d
     cross join lateral generate_series(
       date_trunc('month', d.first::timestamp),
       date_trunc('month', $2::timestamptz at time zone 'Europe/Moscow') - interval '1 month', interval '1 month') m (month)
     on conflict do nothing`,
    [now, until],
  );
}

async function claimMonth(db: Database, now: Date): Promise<DueMonth | null> {
  const { rows } = await db.query<DueMonth>(
    `with due as (
       select supplier_id, month from settlement_months where due_at <= $1
       order by due_at, month desc limit 1 for update skip locked)
     update settlement_months m set due_at = $2 from due
     where m.supplier_id = due.supplier_id and m.month = due.month
     returning m.supplier_id as "supplierId", m.month`,
    [now, new Date(now.getTime() + retryMs)],
  );
  return rows[0] ?? null;
}

async function countMonth(db: Database, { supplierId, month }: DueMonth, now: Date): Promise<void> {
  const [from, to] = [startOfMonth(month), endOfMonth(month)];
  await transaction(db, async (tx) => {
    const settlement = await settle(tx, { supplierId, from, to }, now);
    if (settlement === 'no-supplier') throw new Error('A supplier with a month is not there.');
    await tx.query(
      `update settlement_months set lines = $3, counted_at = $4, due_at = null
       where supplier_id = $1 and month = $2 and decision is null`,
      [supplierId, month, JSON.stringify(settlement.lines), now],
    );
  });
}
