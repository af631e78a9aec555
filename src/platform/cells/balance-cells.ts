/** Nodes are added, and cells are moved until each node has about as many. */
import { withTime, type Database } from '../database/database.ts';
import { moveCell } from './move-cell.ts';
import { readNodes, type Node, type NodeOfCells } from './nodes.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { makeWhole } from './prepare-nodes.ts';
import { statementMs } from './renew-cluster.ts';

/** The node is ready for cells and has none yet. Can be repeated. */
export const addNode = (db: Database, { host, port }: Node): Promise<void> =>
  oneAtATime(db, async () => {
    await withTime(db, statementMs, async (connection) => {
      // One that is there stays as it is.
      await connection.query(`select citus_add_node($1, $2)`, [host, port]);
      // By itself Citus would copy the tables that are everywhere only before the first cell comes.
      await connection.query(`select replicate_reference_tables('block_writes')`);
    });
    await makeWhole(db);
  });

export interface PlannedMove {
  cell: number;
  to: Node;
}

/** Fewest moves, after which no node has two cells more than another. */
export function planMoves(nodes: readonly NodeOfCells[]): PlannedMove[] {
  const filled = nodes.map((node) => ({ ...node, cells: [...node.cells] }));
  const moves: PlannedMove[] = [];
  for (;;) {
    const [fewest, ...others] = filled.toSorted((one, other) => one.cells.length - other.cells.length);
    const most = others.at(-1);
    if (fewest === undefined || most === undefined || most.cells.length - fewest.cells.length < 2)
      return moves;
    const cell = most.cells.pop();
    if (cell === undefined) return moves;
    fewest.cells.push(cell);
    moves.push({ cell, to: { host: fewest.host, port: fewest.port } });
  }
}

/** `onPart` hears what part is done. */
export async function balanceCells(db: Database, onPart: (part: number) => void): Promise<PlannedMove[]> {
  const moves = planMoves(await readNodes(db));
  for (const [place, { cell, to }] of moves.entries())
    await moveCell(db, cell, to, (copied) => onPart((place + copied) / moves.length));
  return moves;
}
