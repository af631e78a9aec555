/** The servers of a cluster of Citus, and which cells each of them has. */
import { addressOf, openDatabase, type Database, type Sql } from '../database/database.ts';
import { commandLimits } from '../database/database-limits.ts';

export interface Node {
  host: string;
  port: number;
}

export interface NodeOfCells extends Node {
  /** In their order. */
  cells: number[];
}

/** Whether this is the coordinator, or another server, of a cluster. */
export async function isCluster(db: Sql): Promise<boolean> {
  const { rows } = await db.query<{ known: boolean }>(
    `select to_regclass('pg_catalog.pg_dist_node') is not null as known`,
  );
  return rows[0]?.known === true;
}

/** The servers that cells may lie on: all but the coordinator. */
export async function readNodes(db: Sql): Promise<NodeOfCells[]> {
  const { rows } = await db.query<NodeOfCells>(
    `select nodename as host, nodeport as port,
       array(select substring(s.nspname from 6)::integer
             from pg_dist_placement p join pg_dist_shard using (shardid)
             join pg_class t on t.oid = logicalrelid and t.relname = 'clients'
             join pg_namespace s on s.oid = t.relnamespace and s.nspname ~ '^cell_[0-9]+$'
             where p.groupid = n.groupid order by 1) as cells
     from pg_dist_node n where noderole = 'primary' and groupid > 0 order by groupid`,
  );
  return rows;
}

/** The address of a node: that of the coordinator, at another place. */
export function addressAt(coordinator: string, { host, port }: Node): string {
  const address = new URL(coordinator);
  address.host = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  return address.href;
}

/** Opens a node for a moment. `db` is of the coordinator. */
export async function atNode<Result>(
  db: Database,
  node: Node,
  work: (there: Database) => Promise<Result>,
): Promise<Result> {
  const there = openDatabase(addressAt(addressOf(db), node), {
    connections: 1,
    name: 'facevalue cluster',
    limits: commandLimits,
  });
  try {
    return await work(there);
  } finally {
    await there.end();
  }
}
