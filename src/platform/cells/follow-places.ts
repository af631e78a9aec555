/** Knows on which node each cell is, also after it has moved. */
import { schemaOf } from './cell-ids.ts';
import { addressOf, type Database, type Way } from '../database/database.ts';
import type { Servers } from '../database/servers.ts';
import { inCell } from './cell-client.ts';
import { addressAt, isCluster, readNodes } from './nodes.ts';

export interface Places {
  /** To the node on which the cell is now. */
  to(cell: number): Way;
}

/** A move takes seconds, and a node that is down is noticed by every connection to it. */
const askAgainAfterMs = 500;

/** Null if this is one server. `db` is of the coordinator. */
export async function followPlaces(db: Database): Promise<Places | null> {
  if (!(await isCluster(db))) return null;
  const coordinator = addressOf(db);
  let addresses = await readAddresses(db, coordinator);
  let askedMs = performance.now();

  /** What fails meanwhile fails again and asks again. */
  function askAgain(): void {
    if (performance.now() - askedMs < askAgainAfterMs) return;
    askedMs = performance.now();
    void readAddresses(db, coordinator).then(
      (read) => (addresses = read),
      () => {},
    );
  }

  return {
    to(cell) {
      const current = () => addresses.get(cell) ?? coordinator;
      const servers: Servers = {
        count: 1,
        options: null,
        current,
        passOver: askAgain,
        place: () => `cell ${cell} at ${new URL(current()).host}`,
      };
      const marker = `update ${schemaOf(cell)}.clients set name = name where false`;
      return { servers, extend: (Base) => inCell(Base, servers, marker) };
    },
  };
}

async function readAddresses(db: Database, coordinator: string): Promise<Map<number, string>> {
  const nodes = await readNodes(db);
  return new Map(nodes.flatMap((node) => node.cells.map((cell) => [cell, addressAt(coordinator, node)])));
}
