/** Looks for all resting queues of a process at once whether something is due there. */
import type { Database } from '../database/database.ts';
import { floorsInOrder, floorsOf, withFloors } from '../database/kept-versions.ts';
import type { Look, Worker } from '../process/loop.ts';
import { gatherCalls } from './gather.ts';

/** Those whose rest ends at the same moment are asked for together. */
const limits = { batch: 1000, concurrency: 1, waiting: 10_000, lingerMs: 1 };

/**
 * For workers of one database; `db` plans each statement once. The statement is always that for all of them: to plan it takes three times as
 * long as to find a few rows in each index. A worker that says nothing of what is due may always find something.
 */
export function createLook(db: Database, workers: readonly Worker[], now: () => Date): Look {
  const known = workers.filter(({ due = [] }) => due.length > 0);
  const complete = statementFor(known, null);
  const fromFloors = statementFor(known, '$2::timestamptz[]');
  const mayFind = gatherCalls(async (names: string[]) => {
    const floors = floorsOf(db);
    const { rows } = await (floors === null
      ? db.query<Record<string, boolean>>(complete, [now()])
      : db.query<Record<string, boolean>>(fromFloors, [now(), floorsInOrder(floors)]));
    return names.map((name) => rows[0]?.[name] !== false);
  }, limits);
  const names = new Set(known.map(({ name }) => name));
  return ({ name }) => (names.has(name) ? mayFind(name) : Promise.resolve(true));
}

/** One row, with a column for each worker. */
const statementFor = (workers: readonly Worker[], floors: string | null): string =>
  `select ${workers.map(({ name, due = [] }) => `${anyOf(due, floors)} as "${name}"`).join(', ')} from (select $1::timestamptz) as at (now)`;

const anyOf = (due: readonly string[], floors: string | null): string =>
  due.map((rows) => `exists (${withFloors(rows.replaceAll('{cell}.', ''), floors)})`).join(' or ');
