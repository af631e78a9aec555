/**
 * From when on a queue is looked at. While anybody holds an old snapshot, nothing that was taken since leaves the index of what is due, and whoever looks from
 * its beginning walks through all of it, each time (docs/decisions/0099). Where that is so, a look begins where the one before found the oldest, or
 * shortly before it if it found nothing; and each so often one is complete again, which finds what came late or was put back.
 */
import type { Sql } from './database.ts';

/** Before everything. */
const beginning = new Date(0);

/** Is it quicker, nobody need know why. */
const slowMs = 2;
/** One row is found by fewer pages, unless what was taken is in the way. */
const manyPages = 500;
/** Where there was nothing in the way, it is not asked again before. */
const askAgainMs = 10_000;
/** A complete look comes again after so many times as long as it took, */
const timesAsLong = 50;
/** and not later than that. */
const mostBetweenMs = 10_000;
/** What is due then may not have been committed yet. */
const lateMs = 1000;

/** SQL: whether a worker that says this of what is due may find something. */
export const anyDue = (due: readonly string[]): string =>
  due.map((rows) => `exists (${rows.replaceAll('{cell}.', '')})`).join(' or ');

export interface Looked<Found> {
  found: Found;
  /** When the oldest fell due that is still there, or was until now; null: there is none; undefined: nobody knows. */
  oldest: Date | null | undefined;
}

export type Floor = <Found>(
  db: Sql,
  now: Date,
  ask: (from: Date) => Promise<Looked<Found>>,
) => Promise<Found>;

const beginAt = (oldest: Date | null, now: Date): Date =>
  new Date(Math.min((oldest ?? now).getTime(), now.getTime()) - lateMs);

/** Each look is complete. */
export const completely: Floor = async (_db, _now, ask) => (await ask(beginning)).found;

/** `looks`: ask for what is due, with the time and from when on. */
export function createFloor(...looks: string[]): Floor {
  let from = beginning;
  let completeAtMs = -Infinity;
  let askedUntilMs = -Infinity;

  return async (db, now, ask) => {
    const startMs = performance.now();
    const isComplete = startMs >= completeAtMs;
    const { found, oldest } = await ask(isComplete ? beginning : from);
    if (oldest === undefined) return found;
    if (!isComplete) {
      from = beginAt(oldest, now);
      return found;
    }
    const endMs = performance.now();
    if (endMs - startMs < slowMs || startMs < askedUntilMs) return found;
    if (await isObstructed(db, looks, now)) {
      from = beginAt(oldest, now);
      completeAtMs = endMs + Math.min((endMs - startMs) * timesAsLong, mostBetweenMs);
    } else askedUntilMs = endMs + askAgainMs;
    return found;
  };
}

/** Whether the pages that the looks read are more than what is due can explain: each ends at the first row that it finds. */
async function isObstructed(db: Sql, looks: readonly string[], now: Date): Promise<boolean> {
  for (const look of looks) {
    const { rows } = await db.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      `explain (analyze, buffers, timing off, summary off, format json) ${look}`,
      [now, beginning],
    );
    const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {};
    if ((plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0) >= manyPages) return true;
  }
  return false;
}
