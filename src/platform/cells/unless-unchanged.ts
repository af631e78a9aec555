/** Leaves out work on all cells that would find what it has found already. */
import type { Celled } from './cell-context.ts';
import { readSnapshot } from './look-at-cells.ts';

/** What becomes due by time alone is found within this time. */
const anywayMs = 60_000;

/** Does the work, but not when it did nothing the last time and since then no transaction has ended at any node. */
export function unlessUnchanged({ cells }: Celled, work: () => Promise<number>): () => Promise<number> {
  let idle: { snapshots: string; sinceMs: number } | null = null;
  return async () => {
    const atNodes = Map.groupBy(cells, ({ node }) => node() ?? '');
    // A node that does not answer is left to the work.
    const read = await Promise.all([...atNodes.values()].map((here) => readSnapshot(here).catch(() => null)));
    const snapshots = read.includes(null) ? null : read.join(' ');
    if (idle?.snapshots === snapshots && performance.now() - idle.sinceMs < anywayMs) return 0;
    const done = await work();
    idle = done > 0 || snapshots === null ? null : { snapshots, sinceMs: performance.now() };
    return done;
  };
}
