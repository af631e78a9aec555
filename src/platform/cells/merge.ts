/** One answer from those of all cells. On one server there is one answer, which stays as it is. */
import type { Slice } from '../database/slice.ts';
import { everyCell, type Celled } from './cell-context.ts';

/** What each cell answers, asked side by side, in the order of the cells. */
export const fromCells = <Part extends Celled, Answer>(
  ctx: Part,
  ask: (cell: Part) => Promise<Answer>,
): Promise<Answer[]> => Promise.all(everyCell(ctx).map(ask));

/** The rows of all cells, in no order. */
export const gathered = async <Part extends Celled, Row>(
  ctx: Part,
  ask: (cell: Part) => Promise<Row[]>,
): Promise<Row[]> => (await fromCells(ctx, ask)).flat();

interface Listing<Row> {
  /** As each cell sorts its rows. */
  by: (one: Row, other: Row) => number;
  /** As many as each cell gives at most. */
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

/** What the first cell that knows it says; null if none does. */
export async function firstFound<Part extends Celled, Found>(
  ctx: Part,
  ask: (cell: Part) => Promise<Found | null>,
): Promise<Found | null> {
  const answers = await fromCells(ctx, ask);
  return answers.find((answer) => answer !== null) ?? null;
}

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

/** The greater or later one that there is. */
export const greatest = <Value extends number | Date | string>(
  one: Value | null,
  other: Value | null,
): Value | null => (one === null || (other !== null && other > one) ? other : one);

/** For lists that stand in the order of a value of their rows. */
export const ascending =
  <Row>(value: (row: Row) => number | Date | string) =>
  (one: Row, other: Row): number =>
    compare(value(one), value(other));

export const descending =
  <Row>(value: (row: Row) => number | Date | string) =>
  (one: Row, other: Row): number =>
    compare(value(other), value(one));

/** As `sliceOrder` has the database sort. */
export const bySlice = <Row>(
  { direction }: Slice,
  key: (row: Row) => number,
): ((one: Row, other: Row) => number) => (direction === 'older' ? descending(key) : ascending(key));

const compare = (one: number | Date | string, other: number | Date | string): number =>
  one < other ? -1 : one > other ? 1 : 0;
