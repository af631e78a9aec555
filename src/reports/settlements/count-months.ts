/** Counts each month of each supplier once it is final. A month of a large supplier takes long, so no page waits for one. */
import type { Context } from '../../context.ts';
import { least, mergedSums } from '../../platform/cells/merge.ts';
import { columnsOf } from '../../platform/database/rows.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Worker } from '../../platform/process/loop.ts';
import { endOfMonth, startOfMonth } from './month-period.ts';
import { settleAll } from '../settlement.ts';

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

type CounterContext = Pick<Context, 'db' | 'cells' | 'clock'>;

export function createMonthCounter(ctx: CounterContext): Worker {
  const { db, clock } = ctx;
  let discoveredAt = -Infinity;

  async function round(): Promise<number> {
    const now = clock.now();
    if (now.getTime() - discoveredAt >= discoverMs) {
      await addMonths(ctx, now);
      discoveredAt = now.getTime();
    }
    const claimed = await claimMonth(db, now);
    if (claimed === null) return 0;
    await countMonth(ctx, claimed, now);
    return 1;
  }

  return { name: 'count-settlements', idleMs, round, drain: () => Promise.resolve() };
}

/** Every month that is over, from the supplier's first day with a sale or a redemption. */
async function addMonths(ctx: CounterContext, now: Date): Promise<void> {
  const suppliers = await mergedSums(ctx, ofSupplier, ({ db }) => firstDays(db));
  const until = new Date(now.getTime() - finalAfterHours * 3600_000);
  await ctx.db.query(
    `insert into settlement_months (supplier_id, month, due_at)
     select d.supplier_id, m.month::date, $1
     from unnest($3::bigint[], $4::date[]) as d (supplier_id, first)
     cross join lateral generate_series(
       date_trunc('month', d.first::timestamp),
       date_trunc('month', $2::timestamptz at time zone 'Europe/Moscow') - interval '1 month', interval '1 month') m (month)
     on conflict do nothing`,
    [now, until, ...columnsOf(suppliers, ['supplierId', 'first'])],
  );
}

interface FirstDay {
  supplierId: number;
  first: string;
}

const ofSupplier = {
  key: ({ supplierId }: FirstDay) => supplierId,
  join: { first: (one: string, other: string) => least(one, other) ?? one },
};

async function firstDays(db: Database): Promise<FirstDay[]> {
  const { rows } = await db.query<FirstDay>(
    `select supplier_id as "supplierId", min(day) as first from supplier_day_spans group by supplier_id`,
  );
  return rows;
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

/** If two processes counted it, because one took longer than its claim lasts, the figures of the first stay. */
async function countMonth(ctx: CounterContext, { supplierId, month }: DueMonth, now: Date): Promise<void> {
  const [from, to] = [startOfMonth(month), endOfMonth(month)];
  const settlement = await settleAll(ctx, { supplierId, from, to }, now);
  if (settlement === 'no-supplier') throw new Error('A supplier with a month is not there.');
  await ctx.db.query(
    `update settlement_months set lines = $3, counted_at = $4, due_at = null
     where supplier_id = $1 and month = $2 and due_at is not null and decision is null`,
    [supplierId, month, JSON.stringify(settlement.lines), now],
  );
}
