/** Divides codes between cells. */

/** With fewer codes each, orders of one cell would soon wait for those of the others. */
const leastOfEach = 100;

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
 * Serves those that wait, then everybody in proportion to what they have sold. If nothing was sold, a large number is for all alike, as each code
 * that is in the wrong cell has to move once more, and a small one for the cell that has the fewest, where an order finds it. Returns the number
 * of each cell; their sum is `codes`.
 */
export function allot(codes: number, demands: readonly CellDemand[]): Map<number, number> {
  const allotted = new Map(demands.map(({ cell }) => [cell, 0]));
  let left = codes;
  const give = (cell: number, count: number): void => {
    allotted.set(cell, (allotted.get(cell) ?? 0) + count);
    left -= count;
  };
  for (const { cell, waiting } of demands) give(cell, Math.min(waiting, left));
  if (left === 0) return allotted;
  const sold = demands.reduce((sum, one) => sum + one.sold, 0);
  const shared = left;
  if (sold === 0 && shared >= leastOfEach * demands.length)
    for (const { cell } of demands) give(cell, Math.floor(shared / demands.length));
  for (const one of demands) if (sold > 0) give(one.cell, Math.floor((shared * one.sold) / sold));
  // What is not shared goes to whoever sells most, and has least.
  const [first] = demands.toSorted(
    (one, other) => other.sold - one.sold || one.free - other.free || one.cell - other.cell,
  );
  if (first !== undefined) give(first.cell, left);
  return allotted;
}
