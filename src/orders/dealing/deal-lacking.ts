/** Codes that orders lack in their cell are fetched from where they lie. */
import { isDeepStrictEqual } from 'node:util';
import { everyCell } from '../../platform/cells/cell-context.ts';
import { transaction } from '../../platform/database/database.ts';
import { codesInRun, giveCodes } from '../../vault/dealing/give-codes.ts';
import { areImportsLeaving, readShelves, type Shelves } from '../../vault/dealing/read-shelves.ts';
import type { LotAsk } from '../../vault/lots.ts';
import { carryRuns, type DealingContext } from './carry-runs.ts';

/**
 * Brings codes to the cell of `ctx`, one for each of `lacking` if there are any. False: no cell has one and none is on its way, at
 * one moment of this call. True: some have arrived or have moved, so it is worth looking again.
 */
export async function dealLacking(ctx: DealingContext, lacking: readonly LotAsk[]): Promise<boolean> {
  if ((await carryRuns(ctx)) > 0) return true;
  const groups = [...Map.groupBy(lacking, keyOf).values()];
  const asks = groups.map(([ask]) => ask as LotAsk);
  const cells = everyCell(ctx);
  const before = await Promise.all(cells.map(({ db }) => readShelves(db, asks)));
  if (before.every(isBare)) {
    // A code that moved while one cell after the other was read is found by reading again.
    const arriving = await areImportsLeaving(ctx.db);
    const again = await Promise.all(cells.map(({ db }) => readShelves(db, asks)));
    return arriving || !isDeepStrictEqual(before, again);
  }
  await Promise.all(
    groups.map((group, place) => {
      const shelves = cells.map((cell, index) => ({ cell, available: before[index]?.available[place] ?? 0 }));
      return fetch(ctx, shelves, asks[place] as LotAsk, group.length);
    }),
  );
  ctx.crashPoint('deal-codes:sent');
  await carryRuns(ctx);
  return true;
}

const keyOf = (ask: LotAsk): string => Object.values(ask).join(':');

const isBare = ({ available, leaving }: Shelves): boolean =>
  leaving === 0 && available.every((codes) => codes === 0);

interface Shelf {
  cell: DealingContext;
  available: number;
}

/** Takes from the fullest shelf first: half of what is there, so that the next order finds some, and at least what is needed. */
async function fetch(ctx: DealingContext, shelves: Shelf[], ask: LotAsk, needed: number): Promise<void> {
  const others = shelves.filter(({ cell }) => cell.cell !== ctx.cell);
  let missing = needed - (shelves.find(({ cell }) => cell.cell === ctx.cell)?.available ?? 0);
  for (const { cell, available } of others.toSorted((one, other) => other.available - one.available)) {
    if (missing <= 0 || available === 0) return;
    const codes = Math.min(codesInRun, Math.max(missing, Math.floor(available / 2)));
    const giving = { ...ask, toCell: ctx.cell ?? 0, codes };
    missing -= await transaction(cell.db, (tx) => giveCodes(tx, giving, ctx.clock.now()));
  }
}
