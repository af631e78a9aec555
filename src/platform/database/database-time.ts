import { systemClock } from '../time/clock.ts';
import type { Sql } from './database.ts';
import type { Log } from '../process/log.ts';

/**
 * The database's time in this process. Leases and due times are judged by this one clock, whatever the machine's own
 * clock says (docs/decisions/0016).
 */
export interface DatabaseTime {
  nowMs: () => number;
  /** How far this machine's own clock is ahead of the database's; negative if behind. */
  aheadMs: () => number;
}

export interface FollowedTime extends DatabaseTime {
  stop(): void;
}

/** A machine whose own clock differs by more is not ready, although its database time is right. */
export const maxClockErrorMs = 5000;

const measureEveryMs = 1000;
const firstMeasurements = 3;

/** Measures the database's time once; the returned clock continues from there. */
export async function readDatabaseTime(db: Sql): Promise<DatabaseTime & { measure(): Promise<void> }> {
  // From the monotonic clock, which corrections of the machine's time do not change.
  let offsetMs = 0;
  let known = false;

  /** The database read its clock between our question and its answer; an offset within these bounds is kept. */
  async function measure(): Promise<void> {
    const askedMs = performance.now();
    const { rows } = await db.query<{ now_ms: number }>(
      `select extract(epoch from clock_timestamp())::float8 * 1000 as now_ms`,
    );
    const answeredMs = performance.now();
    const databaseMs = rows[0]?.now_ms ?? 0;
    const [least, most] = [databaseMs - answeredMs, databaseMs - askedMs];
    offsetMs = known ? Math.min(Math.max(offsetMs, least), most) : (least + most) / 2;
    known = true;
  }

  for (let count = 0; count < firstMeasurements; count += 1) await measure();
  const nowMs = (): number => performance.now() + offsetMs;
  return { nowMs, aheadMs: () => systemClock.now().getTime() - nowMs(), measure };
}

/**
 * Repeats the measurement while the process runs; reports when this machine's own clock becomes wrong or right again.
 */
export async function followDatabaseTime(db: Sql, log: Log): Promise<FollowedTime> {
  const time = await readDatabaseTime(db);
  let wasWrong = false;
  let measuring = false;

  async function look(): Promise<void> {
    if (measuring) return;
    measuring = true;
    // If the database does not answer, its time simply continues.
    await time.measure().catch(() => {});
    measuring = false;
    report();
  }

  function report(): void {
    const ahead_ms = Math.round(time.aheadMs());
    const isWrong = Math.abs(ahead_ms) > maxClockErrorMs;
    if (isWrong && !wasWrong) log.error({ ahead_ms }, 'the clock of this machine is wrong');
    if (!isWrong && wasWrong) log.warn({ ahead_ms }, 'the clock of this machine is right again');
    wasWrong = isWrong;
  }

  report();
  const timer = setInterval(() => void look(), measureEveryMs);
  timer.unref();
  return { ...time, stop: () => clearInterval(timer) };
}
