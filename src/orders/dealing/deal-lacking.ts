/** Codes that orders lack in their cells are fetched from where they lie. */
import { isDeepStrictEqual } from 'node:util';
import { everyCell } from '../../platform/cells/cell-context.ts';
import { fromAnswering, orNull } from '../../platform/cells/from-answering.ts';
import { Moving } from '../../platform/database/database-errors.ts';
import { transaction } from '../../platform/database/database.ts';
import { codesInRun, giveCodes, type Giving } from '../../vault/dealing/give-codes.ts';
import { areImportsLeaving, readShelves, type Shelves } from '../../vault/dealing/read-shelves.ts';
import { imports } from '../../vault/dealing/runs.ts';
import type { LotAsk } from '../../vault/lots.ts';
import { carryRuns, type DealingContext } from './carry-runs.ts';

/** A code that an order of this cell lacks. */
export interface LackingCode extends LotAsk {
  toCell: number;
}

/**
 * `found`: a cell has some, or they have moved, so it is worth looking again. `none`: no cell has such a code and none is on its way, at one
 * moment of the call. `unknown`: nor has any that answers; what lies at a node that is down nobody can sell. `moving`: likewise, but a cell
 * that moves is there again in a moment.
 */
export type Dealt = 'found' | 'none' | 'unknown' | 'moving';

/** Whoever asks comes again. */
export class CellsUnavailable extends Error {
  readonly statusCode = 503;
  readonly isPlanned = true;

  constructor() {
    super('A cell that may have it does not answer.');
  }
}

/** What a cell has; null: it does not answer. */
type Answer = Shelves | 'moving' | null;

/** Brings codes to the cells that lack them, one for each of `lacking` if there are any. What became of each of these, in order. */
export async function dealLacking(ctx: DealingContext, lacking: readonly LackingCode[]): Promise<Dealt[]> {
  const products = [...new Set(lacking.map(({ productId }) => productId))];
  await carryRuns(ctx, products);
  const groups = Map.groupBy(lacking, keyOf);
  const asks = [...groups.values()].map(([ask]) => ask as LotAsk);
  const shelves = await readAll(ctx, asks);
  const judged = await judge(ctx, asks, shelves);
  const givings = [...groups.values()].flatMap((group, place) => planGivings(ctx, group, shelves, place));
  if (givings.length > 0) {
    await Promise.all(givings.map((giving) => orNull(give(ctx, giving))));
    ctx.crashPoint('deal-codes:sent');
    await carryRuns(ctx, products);
  }
  const dealt = new Map([...groups.keys()].map((key, place) => [key, judged[place]]));
  return lacking.map((one) => dealt.get(keyOf(one)) ?? 'moving');
}

const keyOf = ({ supplierId, productId, faceKopecks, lastsTo, endless }: LotAsk): string =>
  [supplierId, productId, faceKopecks, lastsTo, endless].join(':');

const readAll = (ctx: DealingContext, asks: readonly LotAsk[]): Promise<Answer[]> =>
  fromAnswering(ctx.cells, everyCell(ctx), ({ db }) =>
    readShelves(db, asks).catch((problem: unknown) => {
      if (problem instanceof Moving) return 'moving';
      throw problem;
    }),
  );

const isHere = (answer: Answer | undefined): answer is Shelves =>
  typeof answer === 'object' && answer !== null;

const isBare = ({ available, leaving }: Shelves, place: number): boolean =>
  available[place] === 0 && leaving[place] === 0;

/** What there is of each ask. A code that moved while one cell after the other was read is found by reading again. */
async function judge(
  ctx: DealingContext,
  asks: readonly LotAsk[],
  shelves: readonly Answer[],
): Promise<Dealt[]> {
  const bare = asks.map((_ask, place) => shelves.every((shelf) => !isHere(shelf) || isBare(shelf, place)));
  const products = asks.flatMap(({ productId }, place) => (bare[place] === true ? productId : []));
  if (products.length === 0) return asks.map(() => 'found');
  if (shelves.includes('moving')) return bare.map((isBareOne) => (isBareOne ? 'moving' : 'found'));
  // The centre, by way of this cell.
  const [isOnTheWay] = await fromAnswering(ctx.cells, [{ cell: imports }], () =>
    areImportsLeaving(ctx.db, products),
  );
  const later = isOnTheWay === true ? [] : await readAll(ctx, asks);
  const isStill = (place: number): boolean =>
    shelves.every((shelf, nth) => isDeepStrictEqual(shelfOf(shelf, place), shelfOf(later[nth], place)));
  const none = shelves.includes(null) || isOnTheWay === null ? 'unknown' : 'none';
  return bare.map((isBareOne, place) => (isBareOne && isStill(place) ? none : 'found'));
}

/** What says whether anything has moved. */
const shelfOf = (answer: Answer | undefined, place: number) =>
  isHere(answer) ? [answer.available[place], answer.leaving[place], answer.arrived] : answer;

const availableIn = (answer: Answer | undefined, place: number): number =>
  isHere(answer) ? (answer.available[place] ?? 0) : 0;

type Sending = Giving & { from: number };

/** Takes from the fullest shelf first: as many as are needed, and of the rest an equal part, so that the next order finds some. */
function planGivings(
  { cells }: DealingContext,
  group: readonly LackingCode[],
  shelves: readonly Answer[],
  place: number,
): Sending[] {
  const needs = Map.groupBy(group, ({ toCell }) => toCell);
  // What its own orders do not need; below zero it lacks so many.
  const spare = new Map(
    cells.map(({ cell }, index) => [
      cell,
      availableIn(shelves[index], place) - (needs.get(cell)?.length ?? 0),
    ]),
  );
  const givings: Sending[] = [];
  let waiting = needs.size;
  for (const [toCell, [ask]] of needs) {
    if (ask === undefined) continue;
    let missing = -(spare.get(toCell) ?? 0);
    const givers = [...spare].filter(([, codes]) => codes > 0).toSorted(([, one], [, other]) => other - one);
    for (const [from, left] of givers) {
      if (missing <= 0) break;
      const part = Math.max(missing, Math.floor(left / (waiting + 1)));
      const codes = Math.min(codesInRun, left, part);
      givings.push({ ...ask, from, toCell, codes });
      spare.set(from, left - codes);
      missing -= codes;
    }
    waiting -= 1;
  }
  return givings;
}

function give({ cells, clock }: DealingContext, { from, ...giving }: Sending): Promise<number> {
  const giver = cells.find(({ cell }) => cell === from);
  if (giver === undefined) throw new Error(`There is no cell ${from}.`);
  return transaction(giver.db, (tx) => giveCodes(tx, giving, clock.now()));
}
