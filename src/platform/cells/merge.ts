/**
 * One answer from those of all cells; on one server there is one answer, which stays as it is. What is read is a list (`mergedList`; `mergedFound`
 * of pages that end somewhere), one thing wherever it is (`firstFound`), or sums (`mergedSums`, `counted`). What fits none of these puts the answers of
 * `fromCells` together itself.
 */
import { DatabaseUnavailable } from '../database/database-errors.ts';
import type { Slice } from '../database/slice.ts';
import { byCell, everyCell, type Celled } from './cell-context.ts';
import { cellOfId } from './cell-ids.ts';
import { answering, whileThere } from './from-answering.ts';
import type { CellDatabases } from './open-cells.ts';

/** What each cell answers, asked side by side, in the order of the cells: all of them, or those that `leftOut` does not note. */
export async function fromCells<Part extends Celled, Answer>(
  ctx: Part,
  ask: (cell: Part) => Promise<Answer>,
): Promise<Answer[]> {
  const answerOf = await answerer<Answer>(ctx);
  const answers = await Promise.all(
    everyCell(ctx).map((cell, nth) => answerOf(ctx.cells[nth], () => ask(cell))),
  );
  return someOf(answers);
}

/** The same, one cell after the other: each reads much. */
export async function inTurn<Part extends Celled, Answer>(
  ctx: Part,
  ask: (cell: Part) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[][] = [];
  for (const [nth, cell] of everyCell(ctx).entries()) {
    // By now a node may have fallen silent.
    const answerOf = await answerer<Answer>(ctx);
    answers.push(await answerOf(ctx.cells[nth], () => ask(cell)));
  }
  return someOf(answers);
}

function someOf<Answer>(answers: readonly Answer[][]): Answer[] {
  if (answers.every(({ length }) => length === 0))
    throw new DatabaseUnavailable(new Error('No cell answers.'));
  return answers.flat();
}

/** What the cells of these ids answer of them, in no order. */
export async function fromCellsOf<Part extends Celled, Answer>(
  ctx: Part,
  ids: readonly number[],
  ask: (cell: Part, own: number[]) => Promise<Answer>,
): Promise<Answer[]> {
  const answerOf = await answerer<Answer>(ctx);
  const homeOf = (id = 0) => ctx.cells.find(({ cell }) => cell === cellOfId(id));
  const answers = byCell(ctx, ids).map(([cell, own]) => answerOf(homeOf(own[0]), () => ask(cell, own)));
  return (await Promise.all(answers)).flat();
}

/** What a cell answers, or nothing if it is left out. On one server there is none. */
type AnswerOf<Answer> = (cell: CellDatabases | undefined, ask: () => Promise<Answer>) => Promise<Answer[]>;

async function answerer<Answer>({ cells, leftOut }: Celled): Promise<AnswerOf<Answer>> {
  if (leftOut === undefined || cells.length === 0) return async (_cell, ask) => [await ask()];
  const there = await answering(cells);
  return async (cell, ask) => {
    if (cell === undefined) return [await ask()];
    const answered = there.includes(cell)
      ? await whileThere(
          cell,
          ask().then((answer) => [answer]),
        )
      : null;
    if (answered === null) leftOut.add(cell);
    return answered ?? [];
  };
}

/** The rows of all cells, in no order. */
export const gathered = async <Part extends Celled, Row>(
  ctx: Part,
  ask: (cell: Part) => Promise<Row[]>,
): Promise<Row[]> => (await fromCells(ctx, ask)).flat();

interface Listing<Row> {
  /** Sorts two rows in the order of each cell. */
  by: (one: Row, other: Row) => number;
  /** The most rows that a cell gives. */
  limit: number;
}

/** The first rows of a list that each cell gives sorted and cut. */
export async function mergedList<Part extends Celled, Row>(
  ctx: Part,
  { by, limit }: Listing<Row>,
  ask: (cell: Part) => Promise<Row[]>,
): Promise<Row[]> {
  const answers = await fromCells(ctx, ask);
  const [only] = answers;
  return answers.length === 1 && only !== undefined ? only : answers.flat().toSorted(by).slice(0, limit);
}

/** What the first cell that knows it says, whatever the others do; null if all say that they don't. */
export async function firstFound<Part extends Celled, Found>(
  ctx: Part,
  ask: (cell: Part) => Promise<Found | null>,
): Promise<Found | null> {
  const asked = everyCell(ctx).map(ask);
  const known = asked.map(async (answer) => (await answer) ?? Promise.reject(new Error('It is not here.')));
  return Promise.any(known).catch(async () => {
    await Promise.all(asked);
    return null;
  });
}

interface Sums<Row> {
  /** What the rows of several cells have in common that become one. */
  key: (row: Row) => unknown;
  /** Fields that are put together; others are those of the first cell. */
  join: Join<Row>;
}

/** Rows of which each cell has a part. */
export const mergedSums = async <Part extends Celled, Row extends object>(
  ctx: Part,
  { key, join }: Sums<Row>,
  ask: (cell: Part) => Promise<Row[]>,
): Promise<Row[]> => joined(await gathered(ctx, ask), key, join);

/** How many of something there are in all cells. */
export const counted = async <Part extends Celled>(
  ctx: Part,
  ask: (cell: Part) => Promise<number>,
): Promise<number> => (await fromCells(ctx, ask)).reduce((sum, one) => sum + one, 0);

/** How two values of a field become one. */
type Join<Row> = { [Field in keyof Row]?: (one: Row[Field], other: Row[Field]) => Row[Field] };

/** Rows with the same key become one: fields that are named are joined, others are those of the first. Rows stay where the first of their key was. */
export function joined<Row extends object>(
  rows: readonly Row[],
  key: (row: Row) => unknown,
  join: Join<Row>,
): Row[] {
  const byKey = new Map<unknown, Row>();
  for (const row of rows) {
    const name = key(row);
    const before = byKey.get(name);
    byKey.set(name, before === undefined ? row : joinTwo(before, row, join));
  }
  return [...byKey.values()];
}

/** The fields of one object from each cell. */
export function joinedFields<Row extends object>(rows: readonly Row[], join: Join<Row>): Row {
  const [first, ...others] = rows;
  if (first === undefined) throw new Error('There is nothing to join.');
  return others.reduce((before, row) => joinTwo(before, row, join), first);
}

function joinTwo<Row extends object>(before: Row, row: Row, join: Join<Row>): Row {
  const together = { ...before };
  for (const field of Object.keys(join) as (keyof Row)[]) {
    const by = join[field];
    if (by !== undefined) together[field] = by(before[field], row[field]);
  }
  return together;
}

export const plus = (one: number, other: number): number => one + other;

/** The lesser or earlier one that there is. */
export const least = <Value extends number | Date | string>(
  one: Value | null,
  other: Value | null,
): Value | null => (one === null || (other !== null && other < one) ? other : one);

/** For lists that stand in the order of a value of their rows. */
export const ascending =
  <Row>(value: (row: Row) => number | Date | string) =>
  (one: Row, other: Row): number =>
    compare(value(one), value(other));

export const descending =
  <Row>(value: (row: Row) => number | Date | string) =>
  (one: Row, other: Row): number =>
    compare(value(other), value(one));

/** By the first of them that tells two rows apart. The last one is a key: without it, rows of one moment would change places from one look to the next. */
export const byEach =
  <Row>(...orders: ((one: Row, other: Row) => number)[]) =>
  (one: Row, other: Row): number => {
    for (const order of orders) {
      const difference = order(one, other);
      if (difference !== 0) return difference;
    }
    return 0;
  };

/** Sorts in the order that `sliceOrder` gives the database. */
export const bySlice = <Row>(
  { direction }: Slice,
  key: (row: Row) => number,
): ((one: Row, other: Row) => number) => (direction === 'older' ? descending(key) : ascending(key));

const compare = (one: number | Date | string, other: number | Date | string): number =>
  one < other ? -1 : one > other ? 1 : 0;
