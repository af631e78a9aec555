/** Carries out decisions about what was set aside, in a transaction of each cell; after an interruption the decision is repeated. */
import { carryRuns, type DealingContext } from '../../orders/dealing/carry-runs.ts';
import { CellsUnavailable, dealLacking } from '../../orders/dealing/deal-lacking.ts';
import { codesForHeld } from '../../orders/held-orders.ts';
import type { Principal } from '../../people/access/principal.ts';
import { everyCell, type Celled } from '../../platform/cells/cell-context.ts';
import type { TableRow } from '../../platform/spreadsheet/table-row.ts';
import type { CodesAsk, CodesJudged } from './judge-codes.ts';
import { issueHeldOrders, type Judged } from './judge.ts';

/** Says it in each cell, and counts together. */
export async function judgedInCells<Part extends Celled>(
  ctx: Part,
  judge: (cell: Part) => Promise<Judged<{ is: 'judged'; count: number }>>,
): Promise<Judged<{ is: 'judged'; count: number }>> {
  let count = 0;
  for (const cell of everyCell(ctx)) {
    const judged = await judge(cell);
    if (judged.is !== 'judged') return judged;
    count += judged.count;
  }
  return { is: 'judged', count };
}

/** Lets held orders be issued. With cells codes are brought to them first: their client must not hear that there are none. */
export const issuedInCells = (
  ctx: DealingContext,
  principal: Principal,
  requestIds: number[] | null,
  now: Date,
): Promise<Judged<{ is: 'judged'; count: number }>> =>
  judgedInCells(ctx, async (cell) => {
    const toCell = cell.cell;
    if (toCell !== null) {
      await carryRuns(cell);
      const lacking = await codesForHeld(cell.db, requestIds, now);
      const asks = lacking.map((ask) => ({ ...ask, toCell }));
      const dealt = asks.length === 0 ? [] : await dealLacking(cell, asks);
      if (dealt.some((each) => each === 'unknown' || each === 'moving')) throw new CellsUnavailable();
    }
    return issueHeldOrders(cell.db, cell.keyring, principal, requestIds, now);
  });

/** The same of codes. With cells a list is read whole, since each of them looks for its numbers. */
export async function codesJudgedInCells<Part extends Celled>(
  ctx: Part,
  { list, ...ask }: CodesAsk,
  judge: (cell: Part, ask: CodesAsk) => Promise<Judged<CodesJudged>>,
): Promise<Judged<CodesJudged>> {
  const [only, ...others] = everyCell(ctx);
  if (only !== undefined && others.length === 0) return judge(only, { ...ask, list });
  const batches = list === 'rest' ? null : await Array.fromAsync(list);
  let codes = 0;
  let rows = 0;
  for (const cell of everyCell(ctx)) {
    const judged = await judge(cell, { ...ask, list: batches === null ? 'rest' : inBatches(batches) });
    if (judged.is !== 'judged') return judged;
    codes += judged.codes;
    rows = judged.codes + judged.unknown;
  }
  return { is: 'judged', codes, unknown: batches === null ? 0 : rows - codes };
}

async function* inBatches(batches: readonly TableRow[][]): AsyncGenerator<TableRow[]> {
  for (const batch of batches) yield await Promise.resolve(batch);
}
