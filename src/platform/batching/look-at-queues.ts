/** Looks for all resting queues of a process at once whether something is due there. */
import type { Sql } from '../database/database.ts';
import type { Look, Worker } from '../process/loop.ts';
import { gatherCalls } from './gather.ts';

/** Those whose rest ends at the same moment are asked for together. */
const limits = { batch: 1000, concurrency: 1, waiting: 10_000, lingerMs: 1 };

/**
 * For workers of one database. The statement is always that for all of them, so that it is planned once: what it finds in a few rows of an
 * index costs less than the way there. A worker that says nothing of what is due may always find something.
 */
export function createLook(db: Sql, workers: readonly Worker[], now: () => Date): Look {
  const known = workers.filter(({ due = [] }) => due.length > 0);
  const mayFind = gatherCalls(async (names: string[]) => {
    const { rows } = await db.query<Record<string, boolean>>(statementFor(known), [now()]);
    return names.map((name) => rows[0]?.[name] !== false);
  }, limits);
  const names = new Set(known.map(({ name }) => name));
  return ({ name }) => (names.has(name) ? mayFind(name) : Promise.resolve(true));
}

/** One row, with a column for each worker. */
const statementFor = (workers: readonly Worker[]): string =>
  `select ${workers.map(({ name, due = [] }) => `${anyOf(due)} as "${name}"`).join(', ')} from (select $1::timestamptz) as at (now)`;

const anyOf = (due: readonly string[]): string =>
  due.map((rows) => `exists (${rows.replaceAll('{cell}.', '')})`).join(' or ');
