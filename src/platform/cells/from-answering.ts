/** What those cells say whose node answers, for work that goes on with them while another node is down. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isServerTrouble } from '../database/database-errors.ts';
import type { CellDatabases } from './open-cells.ts';

/** For one short statement, however busy its server is. One that is off says nothing at all. */
const mostWaitMs = 2000;
/** It is not waited for again so soon. */
const restMs = 5000;

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
      const answer = await inTime(orNull(ask(part)), waitMs);
      if (answer === null) untilMs.set(cell, performance.now() + restMs);
      return answer;
    }),
  );
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
