/** Whether a process can accept orders: with cells it can while its centre does not answer. */
import { databaseSilent, readinessOf, type ReadinessContext } from '../database/readiness.ts';
import type { Celled } from './cell-context.ts';
import { fromAnswering } from './from-answering.ts';

/** Together less than a balancer waits that asks each second. */
const centreWithinMs = 400;
const cellsWithinMs = 400;

/** What the process lacks; null: nothing, or nothing for the orders of some cells. */
export function readinessInCells(ctx: ReadinessContext & Celled): () => Promise<string | null> {
  if (ctx.cells.length === 0) return readinessOf(ctx);
  // A list of its own: others wait for longer before they leave a cell alone.
  const cells = [...ctx.cells];
  const whatCentreLacks = readinessOf(ctx, centreWithinMs);
  return async () => {
    const problem = await whatCentreLacks();
    if (problem !== databaseSilent) return problem;
    const answers = await fromAnswering(
      cells,
      cells,
      // A connection to a standby is refused.
      ({ acceptDb }) => acceptDb.query('select'),
      cellsWithinMs,
    );
    return answers.some((answer) => answer !== null) ? null : problem;
  };
}
