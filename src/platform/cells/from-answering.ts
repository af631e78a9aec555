/** What those cells say whose node answers, for work that goes on with them while another node is down. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isServerTrouble, Moving } from '../database/database-errors.ts';
import type { Sql } from '../database/database.ts';
import { abandon } from '../database/shared-pool.ts';
import { everyCell, type Celled } from './cell-context.ts';
import type { CellDatabases } from './open-cells.ts';

/** For one short statement, however busy its server is. One that is off says nothing at all. */
const mostWaitMs = 2000;
/** It is not waited for again so soon. */
const restMs = 5000;
/** While it works for long it is asked in between, */
const askBetweenMs = 5000;
/** and given up when it has said nothing so many times. */
const mostSilences = 3;

/** Until when which cell rests, of each installation that this process has open, under its cells. */
const resting = new WeakMap<readonly CellDatabases[], Map<number, number>>();

/**
 * Asks each of these cells side by side; null for those that do not answer in time, and for a while after. What they still do then is
 * not waited for.
 */
export function fromAnswering<Part extends { cell: number | null }, Answer>(
  cells: readonly CellDatabases[],
  asked: readonly Part[],
  ask: (part: Part) => Promise<Answer>,
  waitMs = mostWaitMs,
): Promise<(Answer | null)[]> {
  const untilMs = resting.getOrInsertComputed(cells, () => new Map<number, number>());
  return Promise.all(
    asked.map(async (part) => {
      const cell = part.cell ?? 0;
      if (performance.now() < (untilMs.get(cell) ?? 0)) return null;
      let isMoving = false;
      const asking = ask(part).catch((problem: unknown) => {
        isMoving = problem instanceof Moving;
        throw problem;
      });
      const answer = await inTime(orNull(asking), waitMs);
      // One that moves is there again in a moment.
      if (answer === null && !isMoving) untilMs.set(cell, performance.now() + restMs);
      return answer;
    }),
  );
}

/** Those whose node answers; each is asked once. */
export async function answering(cells: readonly CellDatabases[]): Promise<CellDatabases[]> {
  const nodes = [...Map.groupBy(cells, ({ cell, node }) => node() ?? cell).values()];
  const first = nodes.flatMap((here) => here.slice(0, 1));
  const answers = await fromAnswering(cells, first, isThere);
  const silent = new Set(nodes.filter((_here, nth) => answers[nth] === null).flat());
  return cells.filter((cell) => !silent.has(cell));
}

/** Whether all cells answer, and the centre. */
export async function areAllThere({ cells, db }: Celled & { db: Sql }): Promise<boolean> {
  const [centre] = await fromAnswering(cells, [{ cell: null }], () => db.query('select'));
  return centre !== null && (await answering(cells)).length === cells.length;
}

/** The contexts of the cells that answer, in their order. */
export async function answeringCells<Part extends Celled>(ctx: Part): Promise<Part[]> {
  if (ctx.cells.length === 0) return [ctx];
  const there = new Set<CellDatabases | undefined>(await answering(ctx.cells));
  return everyCell(ctx).filter((_cell, nth) => there.has(ctx.cells[nth]));
}

const isThere = ({ pageDb }: CellDatabases): Promise<unknown> => pageDb.query('select');

/**
 * What a cell says in its own time, which may be long; null if its server is in trouble. One that has fallen silent is not waited for until
 * the limit of its statement.
 */
export async function whileThere<Answer>(
  cell: CellDatabases,
  asked: Promise<Answer>,
  betweenMs = askBetweenMs,
): Promise<Answer | null> {
  let silences = 0;
  const look = async (): Promise<void> => {
    // Whatever else goes wrong is said by a server that is there.
    const answer = await inTime(orNull(isThere(cell)), mostWaitMs).catch(() => 'there');
    silences = answer === null ? silences + 1 : 0;
    if (silences === mostSilences) for (const db of [cell.db, cell.pageDb]) abandon(db);
  };
  const timer = setInterval(() => void look(), betweenMs);
  try {
    return await orNull(asked);
  } finally {
    clearInterval(timer);
  }
}

/** Null if the server is in trouble. */
export async function orNull<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked;
  } catch (problem) {
    if (isServerTrouble(problem)) return null;
    throw problem;
  }
}

async function inTime<Answer>(asked: Promise<Answer | null>, waitMs: number): Promise<Answer | null> {
  const answered = new AbortController();
  try {
    return await Promise.race([asked, sleep(waitMs, null, { signal: answered.signal })]);
  } finally {
    answered.abort();
  }
}
