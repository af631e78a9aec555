/** The worker that makes the weekly letters to clients. */
import type { Context } from '../../context.ts';
import { findReaders } from '../../clients/find-readers.ts';
import { queueLettersToClients } from '../../messaging/outbox/queue-letters.ts';
import { transaction, type Tx } from '../../platform/database/database.ts';
import type { Worker } from '../../platform/process/loop.ts';
import { dayAfter, endOfMoscowDay, moscowDay } from '../../platform/time/moscow-time.ts';
import { daysOfWeek, readWeek, type WeekAsk, type WeekReport } from './week-report.ts';

/** A look at every client. */
const idleMs = 300_000;
/** The hour on Monday, in Moscow, when the days are counted and people start to read. */
const reportHour = 8;
const weeksInRound = 50;
/** An older week is no longer reported if nothing could be sent until now. */
const mostWeeksAgo = 4;

/** Sends people of a client a report of the week's orders on Mondays. */
export function createWeekReporter({ db, clock }: Pick<Context, 'db' | 'clock'>): Worker {
  async function round(): Promise<number> {
    let made = 0;
    for (const ask of await findUntold(db, lastWeek(clock.now())))
      made += (await transaction(db, (tx) => tell(tx, ask, clock.now()))) ? 1 : 0;
    return made;
  }

  return { name: 'make-week-reports', idleMs, round, drain: () => Promise.resolve() };
}

/** The Monday of the last week that is over and may be told. */
export function lastWeek(now: Date): string {
  const day = moscowDay(new Date(now.getTime() - reportHour * 3_600_000));
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % daysOfWeek;
  return dayAfter(day, -weekday - daysOfWeek);
}

/** Weeks with orders that clients were not told of. Of one that was never told of any, only the last week is news. */
async function findUntold(db: Context['db'], week: string): Promise<WeekAsk[]> {
  const { rows } = await db.query<WeekAsk>(
    `select c.id as "clientId", weeks.week
     from clients c
     left join lateral (
       select week from weekly_reports w where w.client_id = c.id order by week desc limit 1) last on true
     cross join lateral (
       select distinct date_trunc('week', s.day::timestamp)::date as week from order_day_spans s
       where s.client_id = c.id and s.day < $1::date + ${daysOfWeek}
         and s.day >= greatest($2::date, coalesce(last.week + ${daysOfWeek}, $1::date))) weeks
     order by 2, 1 limit ${weeksInRound}`,
    [week, dayAfter(week, -daysOfWeek * (mostWeeksAgo - 1))],
  );
  return rows;
}

/** Queues the letters of one week once, even if several processes try. */
async function tell(tx: Tx, ask: WeekAsk, now: Date): Promise<boolean> {
  const { clientId, week } = ask;
  if (!(await isCounted(tx, ask, now))) return false;
  const { rowCount } = await tx.query(
    `insert into weekly_reports (client_id, week, made_at) values ($1, $2, $3) on conflict do nothing`,
    [clientId, week, now],
  );
  if (rowCount === 0) return false;
  const report = await readWeek(tx, ask);
  if (hasOrders(report)) await queueMails(tx, clientId, report, now);
  return true;
}

const hasOrders = ({ issued, failed, cancelled, open }: WeekReport): boolean =>
  issued + failed + cancelled + open > 0;

/** Whether the counted days have all that was ordered until the week ended. */
async function isCounted(tx: Tx, { clientId, week }: WeekAsk, now: Date): Promise<boolean> {
  const end = endOfMoscowDay(dayAfter(week, daysOfWeek - 1));
  const { rows } = await tx.query<{ counted: boolean }>(
    `select not exists (
         select from order_day_spans s where s.client_id = $1 and s.day >= $2 and s.day < $2::date + ${daysOfWeek}
           and s.due_at <= $4)
       and not exists (
         select from (
           select accepted_at from requests r where r.client_id = $1 and r.id > (
             select last_request from order_day_spans s where s.client_id = $1 order by day desc limit 1)
           order by r.client_id, r.id limit 1) next
         where next.accepted_at <= $3) as counted`,
    [clientId, week, end, now],
  );
  return rows[0]?.counted === true;
}

async function queueMails(tx: Tx, ownerId: number, content: WeekReport, now: Date): Promise<void> {
  const readers = [...(await findReaders(tx, ownerId, 'weekly-report'))];
  const letters = readers.map(([address, language]) => ({ ownerId, address, language, content }));
  await queueLettersToClients(tx, 'week-report', letters, now);
}
