/** A page of a list whose cells each look at a bounded number of rows, and say where to go on. */
import { fromCells } from './merge.ts';
import type { Celled } from './cell-context.ts';

export interface Found<Row extends Key, Key> {
  rows: Row[];
  /** Where to go on if there is more to look at. */
  next: Key | null;
}

interface Listing<Key> {
  /** Sorts two rows in the order of each cell. */
  by: (one: Key, other: Key) => number;
  /** The most rows that a cell gives. */
  limit: number;
}

/** The page of all cells together. What lies behind the place at which a cell stopped belongs to the next page. */
export async function mergedFound<Part extends Celled, Row extends Key, Key>(
  ctx: Part,
  { by, limit }: Listing<Key>,
  ask: (cell: Part) => Promise<Found<Row, Key>>,
): Promise<Found<Row, Key>> {
  const answers = await fromCells(ctx, ask);
  const [only] = answers;
  if (answers.length === 1 && only !== undefined) return only;
  const [stop = null] = answers.flatMap(({ next }) => (next === null ? [] : [next])).toSorted(by);
  const rows = answers
    .flatMap((found) => found.rows)
    .filter((row) => stop === null || by(row, stop) <= 0)
    .toSorted(by);
  return rows.length <= limit
    ? { rows, next: stop }
    : { rows: rows.slice(0, limit), next: rows[limit - 1] ?? null };
}
