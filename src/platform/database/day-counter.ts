import type { Worker } from '../process/loop.ts';
import type { Clock } from '../time/clock.ts';
import { dayAfter, moscowMidnight } from '../time/moscow-time.ts';
import { allowTime, transaction, type Database, type Tx } from './database.ts';

/** Days of clients or suppliers that are counted behind what is sold, each again until nothing of it changes. */
export interface CountedDays {
  /** Name of the worker. */
  name: string;
  /** A row a day, with the columns day and due_at; null: it is not counted again. */
  spans: 'order_day_spans' | 'supplier_day_spans';
  /** Its column before the day. */
  owner: 'client_id' | 'supplier_id';
  /** Writes the first uncounted day of each owner; returns how many. */
  addNewDays(db: Database, now: Date): Promise<number>;
  /** Replaces the sums of a day, and returns when it is due again. */
  count(tx: Tx, day: CountedDay, now: Date): Promise<Date | null>;
}

interface DueDay {
  ownerId: number;
  /** The day in Moscow, `YYYY-MM-DD`. */
  day: string;
}

export interface CountedDay extends DueDay {
  start: Date;
  end: Date;
}

/** What happens is written a moment after its time: a day is over only after as long. */
export const settleMs = 10 * 60_000;
/** New days are looked for this often. */
const discoverMs = 30_000;
const daysInRound = 20;
/** Today is counted again after this time, and a moment more for each row of all owners: counting takes a small share of it. */
const todayMs = 60_000;
const perRowMs = 0.1;
/** Counting a day of a million rows. */
const countWithinMs = 60_000;
const idleMs = 5000;

export function createDayCounter({ db, clock }: { db: Database; clock: Clock }, days: CountedDays): Worker {
  let discoveredAt = -Infinity;

  async function round(): Promise<number> {
    const now = clock.now();
    if (now.getTime() - discoveredAt >= discoverMs) {
      const found = await days.addNewDays(db, now);
      // A long history brings one day at a time.
      if (found === 0) discoveredAt = now.getTime();
    }
    const { rows } = await db.query<DueDay>(
      `select ${days.owner} as "ownerId", day from ${days.spans} where due_at <= $1 order by due_at limit $2`,
      [now, daysInRound],
    );
    for (const one of rows) await countDay(db, days, one, now);
    return rows.length;
  }

  return { name: days.name, idleMs, round, drain: () => Promise.resolve() };
}

/** When to count today again. `rows`: how many an owner has today. */
export function createTodayPace(): (day: CountedDay, rows: number, now: Date) => Date {
  let today = '';
  let ofAll = 0;
  let rowsOf = new Map<number, number>();
  return ({ ownerId, day }, rows, now) => {
    if (day > today) [today, ofAll, rowsOf] = [day, 0, new Map()];
    if (day === today) {
      ofAll += rows - (rowsOf.get(ownerId) ?? 0);
      rowsOf.set(ownerId, rows);
    }
    return new Date(now.getTime() + todayMs + ofAll * perRowMs);
  };
}

async function countDay(db: Database, days: CountedDays, { ownerId, day }: DueDay, now: Date): Promise<void> {
  const { spans, owner } = days;
  const start = moscowMidnight(day);
  const end = moscowMidnight(dayAfter(day, 1));
  await transaction(db, async (tx) => {
    await allowTime(tx, { statementMs: countWithinMs });
    // Only one process counts at a time.
    const { rowCount } = await tx.query(
      `select from ${spans} where ${owner} = $1 and day = $2 and due_at <= $3 for update skip locked`,
      [ownerId, day, now],
    );
    if (rowCount === 0) return;
    const dueAt = await days.count(tx, { ownerId, day, start, end }, now);
    await tx.query(`update ${spans} set due_at = $3 where ${owner} = $1 and day = $2`, [ownerId, day, dueAt]);
  });
}
