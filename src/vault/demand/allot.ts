/** How many of some codes each cell gets. */

/** A cell's claim to codes of one face. */
export interface CellDemand {
  cell: number;
  /** Orders that wait for them, by which they are served first. */
  waiting: number;
  /** What it has sold lately; all cells 0: nobody knows. */
  sold: number;
  /** What it has to sell. */
  free: number;
}

/**
 * Serves those that wait, then everybody in proportion to what they have sold; if nothing was sold, the cell that has the
 * fewest. Returns the number of each cell; their sum is `codes`.
 */
export function allot(codes: number, demands: readonly CellDemand[]): Map<number, number> {
  const allotted = new Map(demands.map(({ cell }) => [cell, 0]));
  const add = (cell: number, count: number) => allotted.set(cell, (allotted.get(cell) ?? 0) + count);
  let left = codes;
  for (const { cell, waiting } of demands) {
    const count = Math.min(waiting, left);
    add(cell, count);
    left -= count;
  }
  const sold = demands.reduce((sum, one) => sum + one.sold, 0);
  if (left === 0) return allotted;
  if (sold === 0) {
    const [fewest] = demands.toSorted((one, other) => one.free - other.free || one.cell - other.cell);
    if (fewest !== undefined) add(fewest.cell, left);
    return allotted;
  }
  const shared = left;
  for (const one of demands) {
    const count = Math.floor((shared * one.sold) / sold);
    add(one.cell, count);
    left -= count;
  }
  // What rounding leaves goes to whoever sells most.
  const [busiest] = demands.toSorted((one, other) => other.sold - one.sold);
  if (busiest !== undefined) add(busiest.cell, left);
  return allotted;
}
