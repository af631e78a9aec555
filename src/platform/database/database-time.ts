import { systemClock } from '../time/clock.ts';
import type { Sql } from './database.ts';
import type { Log } from '../process/log.ts';

/**
 * The database's time in this process: leases and due times are judged by one clock, wherever the process runs and
 * whatever its own clock says (docs/decisions/0016).
 */
export interface DatabaseTime {
  nowMs: () => number;
  /** How far this machine's own clock is ahead of the database's; negative when it is behind. */
  aheadMs: () => number;
}

export interface FollowedTime extends DatabaseTime {
  stop(): void;
}

/** A machine whose own clock differs by more is not fit to work, although its database time is right. */
export const maxClockErrorMs = 5000;

const measureEveryMs = 1000;
const firstMeasurements = 3;

/** Measures the database's time once; the answer runs on from there. */
export async function readDatabaseTime(db: Sql): Promise<DatabaseTime & { measure(): Promise<void> }> {
  // Of the monotonic clock, which no correction of the machine's own time moves.
  let offsetMs = 0;
  let known = false;

  /** The database read its clock between our asking and its answer; an offset within these bounds is kept as it is. */
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

/** Measures on while the process runs, and says when this machine's own clock goes wrong and when it is right again. */
export async function followDatabaseTime(db: Sql, log: Log): Promise<FollowedTime> {
  const time = await readDatabaseTime(db);
  let wasWrong = false;
  let measuring = false;

  async function look(): Promise<void> {
    if (measuring) return;
    measuring = true;
    // A database that does not answer has other consequences; its time runs on as it was.
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
