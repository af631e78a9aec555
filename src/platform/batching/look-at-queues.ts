/** Looks for all resting queues of a process at once whether something is due there. */
import type { Database } from '../database/database.ts';
import type { Look, Worker } from '../process/loop.ts';
import { anyDue, createFloor } from '../database/queue-floor.ts';
import { gatherCalls } from './gather.ts';

/** Those whose rest ends at the same moment are asked for together. */
const limits = { batch: 1000, concurrency: 1, waiting: 10_000, lingerMs: 1 };

/**
 * For workers of one database; `db` plans each statement once. The statement is always that for all of them: to plan it takes three times as
 * long as to find a few rows in each index. A worker that says nothing of what is due may always find something.
 */
export function createLook(db: Database, workers: readonly Worker[], now: () => Date): Look {
  const known = workers.filter(({ due = [] }) => due.length > 0);
  const statement = statementFor(known);
  const floor = createFloor(statement);
  const mayFind = gatherCalls(async (names: string[]) => {
    const at = now();
    const row = await floor(db, at, async (from) => {
      const { rows } = await db.query<Record<string, boolean>>(statement, [at, from]);
      // Who has something is asked, and looks at it itself.
      return { found: rows[0], oldest: null };
    });
    return names.map((name) => row?.[name] !== false);
  }, limits);
  const names = new Set(known.map(({ name }) => name));
  return ({ name }) => (names.has(name) ? mayFind(name) : Promise.resolve(true));
}

/** One row, with a column for each worker. */
const statementFor = (workers: readonly Worker[]): string =>
  `select ${workers.map(({ name, due = [] }) => `${anyDue(due)} as "${name}"`).join(', ')} from (select $1::timestamptz, $2::timestamptz) as at (now, since)`;
