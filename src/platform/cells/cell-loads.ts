/** How busy the cells of a cluster are: orders that they accept, and the disk that they take. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Sql } from '../database/database.ts';
import { orNull } from './from-answering.ts';
import { ascending } from './merge.ts';
import { atNode, type Node, type NodeOfCells } from './nodes.ts';

export interface CellLoad {
  cell: number;
  node: Node;
  /** Size of the cell's tables with their indexes. */
  bytes: number;
  /** Accepted a second, while it was looked. */
  ordersPerSecond: number;
}

/** Sessions report what they have inserted once a second, and not later than this when they have nothing to do. */
export const leastSeconds = 2;

/**
 * Looks at all cells twice, so many seconds apart; `db` is of the coordinator. In the order of the cells, without those of nodes that do
 * not answer.
 */
export async function readCellLoads(
  db: Database,
  nodes: readonly NodeOfCells[],
  seconds: number,
): Promise<{ loads: CellLoad[]; unreached: NodeOfCells[] }> {
  const answers = await Promise.all(
    nodes.map((node) => orNull(atNode(db, node, (there) => readLoads(there, node, seconds)))),
  );
  return {
    loads: answers.flatMap((loads) => loads ?? []).toSorted(ascending(({ cell }) => cell)),
    unreached: nodes.filter((_node, nth) => answers[nth] === null),
  };
}

async function readLoads(there: Sql, { host, port }: Node, seconds: number): Promise<CellLoad[]> {
  const [before, beganMs] = [await readCounts(there), performance.now()];
  await sleep(seconds * 1000);
  const [after, endedMs] = [await readCounts(there), performance.now()];
  return after.map(({ cell, bytes, orders }) => {
    const known = before.find((one) => one.cell === cell)?.orders ?? orders;
    const more = Math.max(0, orders - known);
    return { cell, node: { host, port }, bytes, ordersPerSecond: (more * 1000) / (endedMs - beganMs) };
  });
}

interface Counts {
  cell: number;
  bytes: number;
  /** Accepted since the statistics of the node began. */
  orders: number;
}

/** The counters of the server tell it: no row of a table is read. */
async function readCounts(node: Sql): Promise<Counts[]> {
  const { rows } = await node.query<Counts>(
    `select substring(s.nspname from 6)::integer as cell, sum(pg_total_relation_size(shard))::bigint as bytes,
       coalesce(sum(pg_stat_get_tuples_inserted(shard)) filter (where t.relname = 'requests'), 0)::bigint as orders
     from (select logicalrelid, to_regclass(shard_name(logicalrelid, shardid)) as shard
           from pg_dist_shard join pg_dist_placement using (shardid)
           where groupid = (select groupid from pg_dist_local_group)) lies
     join pg_class t on t.oid = logicalrelid
     join pg_namespace s on s.oid = t.relnamespace and s.nspname ~ '^cell_[0-9]+$'
     group by 1`,
  );
  return rows;
}
