/** Knows on which node each cell is, also after it has moved. */
import { addressOf, type Database } from '../database/database.ts';
import { addressAt, isCluster, readNodes } from './nodes.ts';

export interface Places {
  /** The address of the node on which the cell is now. */
  of(cell: number): string;
  /** A cell is not where it was, or its node does not answer. */
  askAgain(): void;
}

/** A move takes seconds, and a node that is down is noticed by every connection to it. */
const askAgainAfterMs = 500;

/** Null if this is one server. `db` is of the coordinator. */
export async function followPlaces(db: Database): Promise<Places | null> {
  if (!(await isCluster(db))) return null;
  const coordinator = addressOf(db);
  let addresses = await readAddresses(db, coordinator);
  let askedMs = performance.now();
  return {
    of: (cell) => addresses.get(cell) ?? coordinator,
    /** What fails meanwhile fails again and asks again. */
    askAgain() {
      if (performance.now() - askedMs < askAgainAfterMs) return;
      askedMs = performance.now();
      void readAddresses(db, coordinator).then(
        (read) => (addresses = read),
        () => {},
      );
    },
  };
}

async function readAddresses(db: Database, coordinator: string): Promise<Map<number, string>> {
  const nodes = await readNodes(db);
  return new Map(nodes.flatMap((node) => node.cells.map((cell) => [cell, addressAt(coordinator, node)])));
}
