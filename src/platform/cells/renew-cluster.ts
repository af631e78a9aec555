/** What a migration leaves to do on a cluster: new tables are given to Citus, and views show the tables as they are now. */
import { transaction, withTime, type Database, type Sql } from '../database/database.ts';
import { atNode, readNodes } from './nodes.ts';
import { centreHere, everywhereHere, entryOf, ofOneServer, prepareNodes } from './prepare-nodes.ts';
import { centreTables, everywhereTables } from './table-classes.ts';

/** Citus waits for all servers at each table. */
export const statementMs = 300_000;

/** Can be repeated. `db` is of the coordinator. */
export async function renewCluster(db: Database): Promise<void> {
  await withTime(db, statementMs, (connection) => layCommonTables(connection));
  await prepareNodes(db);
}

/** Gives Citus the tables that are not of cells. */
export async function layCommonTables(connection: Sql, onTable: () => void = () => {}): Promise<void> {
  const known = await distributedTables(connection);
  for (const table of everywhereTables) {
    if (known.get(table) !== 'reference')
      await connection.query(`select create_reference_table('public.${table}')`);
    onTable();
  }
  for (const table of centreTables) {
    // Another table may have brought it along.
    if (!known.has(table) && !(await distributedTables(connection)).has(table))
      await connection.query(`select citus_add_local_table_to_metadata('public.${table}', true)`);
    onTable();
  }
}

/** The tables in `public` that Citus knows for good, with their kind: one that it took along for a foreign key would go with the key. */
async function distributedTables(connection: Sql): Promise<Map<string, string>> {
  const { rows } = await connection.query<{ name: string; kind: string }>(
    `select c.relname as name, case repmodel when 't' then 'reference' else 'local' end as kind
     from pg_dist_partition join pg_class c on c.oid = logicalrelid
     where relnamespace = 'public'::regnamespace and partmethod = 'n' and not autoconverted`,
  );
  return new Map(rows.map(({ name, kind }) => [name, kind]));
}

/** Drops the views over tables that are about to lose something: until `renewCluster` whoever asks for them is told to come again. */
export async function takeViewsDown(db: Database, tables: readonly string[]): Promise<void> {
  if (tables.length === 0) return;
  const dropFrom = (schemas: readonly string[]) => (there: Database) =>
    transaction(there, async (tx) => {
      await ofOneServer(tx);
      for (const schema of schemas)
        for (const table of tables) await tx.query(`drop view if exists ${schema}.${table}`);
    });
  await dropFrom([centreHere])(db);
  for (const node of await readNodes(db))
    await atNode(db, node, dropFrom([everywhereHere, ...node.cells.map(entryOf)]));
}
