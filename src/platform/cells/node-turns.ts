/** Turns that the cells of a node take, so that the batches of those that wait grow. */
import { createPermits, type Permits } from '../batching/permits.ts';
import type { Celled } from './cell-context.ts';

/** For each cell the turns of the node on which it is then, of which so many are taken at once. */
export function turnsOfNodes({ cells }: Celled, atOnce: number): (cell: number) => () => Permits {
  const nodeOf = new Map(cells.map(({ cell, node }) => [cell, node]));
  const turns = new Map<string, Permits>();
  return (cell) => {
    const node = nodeOf.get(cell);
    return () => turns.getOrInsertComputed(node?.() ?? '', () => createPermits(() => atOnce));
  };
}
