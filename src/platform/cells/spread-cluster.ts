/** Lays the tables of an empty installation over the servers of a cluster (docs/decisions/0077). */
import { transaction, withTime, type Database, type Sql } from '../database/database.ts';
import { schemaOf } from './cell-ids.ts';
import { makeCell, openForUse, readCells, readDefinitions, refuseRows } from './spread-tables.ts';
import { centreTables, everywhereTables } from './table-classes.ts';
import { StartProblem } from '../process/start-problem.ts';
import { hasTable } from '../database/applied-migrations.ts';
import { isCluster, readNodes } from './nodes.ts';
import { prepareNodes } from './prepare-nodes.ts';
import { layCommonTables, statementMs } from './renew-cluster.ts';

/**
 * Can be repeated: a run that was killed is gone on with. The cells are shown to other processes at the end, in one
 * transaction. `db` is of the coordinator; `onStep` hears what part is done.
 */
export async function spreadCluster(
  db: Database,
  cells: number,
  onStep: (part: number) => void = () => {},
): Promise<void> {
  await refuseUnfit(db, cells);
  const steps = cells + everywhereTables.length + centreTables.length;
  let done = 0;
  const step = (): void => onStep((done += 1) / steps);
  await withTime(db, statementMs, async (connection) => {
    const forms = await readDefinitions(connection);
    for (let cell = 1; cell <= cells; cell += 1) {
      await layCell(db, connection, cell, forms);
      step();
    }
    await layCommonTables(connection, step);
  });
  await prepareNodes(db);
  await transaction(db, (tx) => openForUse(tx, cells));
}

async function refuseUnfit(db: Database, cells: number): Promise<void> {
  if ((await readCells(db)).length > 0) throw new StartProblem('The installation is spread already.');
  await refuseRows(db);
  if ((await readNodes(db)).length === 0)
    throw new StartProblem(
      'The cluster has no node for cells: citus_set_coordinator_host and citus_add_node come first (docs/scaling.md).',
    );
  const { rows } = await db.query<{ begun: number }>(
    `select count(*) as begun from pg_namespace where nspname ~ '^cell_[0-9]+$'`,
  );
  const begun = rows[0]?.begun ?? 0;
  if (begun > cells) throw new StartProblem(`It was begun with more cells: at least ${begun}.`);
}

/** Made as on one server first: Citus takes a whole schema with all that its tables have. */
async function layCell(db: Database, connection: Sql, cell: number, forms: readonly string[]): Promise<void> {
  const { rows } = await connection.query<{ made: boolean; laid: boolean }>(
    `select exists (select 1 from pg_namespace where nspname = $1) as made,
            exists (select 1 from citus_schemas where schema_name::text = $1) as laid`,
    [schemaOf(cell)],
  );
  if (rows[0]?.made !== true) await transaction(db, (tx) => makeCell(tx, cell, forms));
  if (rows[0]?.laid !== true) await connection.query(`select citus_schema_distribute($1)`, [schemaOf(cell)]);
}

/** Whether the installation has cells that lie on several servers. */
export const isSpread = async (db: Sql): Promise<boolean> =>
  (await hasTable(db, 'cells')) && (await readCells(db)).length > 0 && (await isCluster(db));
