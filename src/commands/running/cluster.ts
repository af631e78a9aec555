/** `cluster`: an installation over several database servers, by Citus. */
import { InvalidArgumentError, type Command } from 'commander';
import { readCells } from '../../platform/cells/spread-tables.ts';
import { isCluster, readNodes } from '../../platform/cells/nodes.ts';
import { spreadCluster } from '../../platform/cells/spread-cluster.ts';
import { attachDatabase, requireCluster } from '../../platform/database/database-server.ts';
import { commandLimits } from '../../platform/database/database-limits.ts';
import { openDatabase, type Database } from '../../platform/database/database.ts';
import { appliedMigrations, migrationNames } from '../../platform/database/applied-migrations.ts';
import { readDatabaseConfig } from '../../platform/settings/config.ts';
import type { DatabaseSettings } from '../../platform/settings/database-settings.ts';
import { answer, jsonOption, table, type OutputOptions } from '../shell/output.ts';
import { Refusal } from '../shell/problems.ts';
import { startProgress } from '../shell/progress.ts';

const mostCells = 99;

export function register(program: Command): void {
  const cluster = program
    .command('cluster')
    .description(
      'An installation over several database servers, by Citus. Being built: not for real orders yet.',
    )
    .addHelpText(
      'after',
      '\nDATABASE_URL names the coordinator. The commands read only the settings of the database.',
    );
  cluster
    .command('spread')
    .description('Lay the tables of an empty installation into cells, over the nodes of the cluster.')
    .requiredOption('--cells <number>', 'how many, 1 to 99; it stays so', aNumberOfCells)
    .option(...jsonOption)
    .addHelpText(
      'after',
      `
After facevalue migrate, before anything else, as the owner of the tables, when the coordinator knows its nodes
(citus_set_coordinator_host, citus_add_node). No other process may run. If it is killed, run it again.`,
    )
    .action(spread);
  cluster
    .command('show')
    .description('Show the nodes of the cluster, and the cells on each.')
    .option(...jsonOption)
    .action(show);
}

async function spread({ cells, ...options }: OutputOptions & { cells: number }): Promise<void> {
  await atCoordinator(async (db, { production }) => {
    if (production)
      throw new Refusal('Installations over several servers are being built: not for real orders yet.');
    const [applied, names] = await Promise.all([appliedMigrations(db), migrationNames()]);
    if (names.some((name) => !applied.has(name)))
      throw new Refusal('The database is not up to date: run facevalue migrate first.');
    const progress = startProgress('cells and tables');
    try {
      await spreadCluster(db, cells, (part) => progress.fraction(part));
    } finally {
      progress.stop();
    }
    const nodes = await readNodes(db);
    answer(options, { cells, nodes }, () => `${cells} cells lie on ${nodes.length} nodes.`);
  });
}

async function show(options: OutputOptions): Promise<void> {
  await atCoordinator(async (db) => {
    const [cells, nodes] = await Promise.all([readCells(db), readNodes(db)]);
    answer(options, { cells: cells.length, nodes }, () =>
      table(
        ['node', 'cells'],
        nodes.map((node) => [`${node.host}:${node.port}`, node.cells.join(', ')]),
      ),
    );
  });
}

const connections = 2;

async function atCoordinator(
  work: (db: Database, settings: DatabaseSettings) => Promise<void>,
): Promise<void> {
  const settings = readDatabaseConfig();
  requireCluster(settings);
  const database = await attachDatabase({ ...settings, exclusive: false });
  const { databasePrepare: prepare } = settings;
  const db = openDatabase(database.url, {
    connections,
    name: 'facevalue cluster',
    prepare,
    limits: commandLimits,
  });
  try {
    if (!(await isCluster(db)))
      throw new Refusal('This is one PostgreSQL, not a cluster: the extension citus is not in the database.');
    await work(db, settings);
  } finally {
    await db.end();
    await database.stop();
  }
}

function aNumberOfCells(text: string): number {
  const cells = Number(text);
  if (!/^\d+$/.test(text) || cells < 1 || cells > mostCells)
    throw new InvalidArgumentError('It must be a number from 1 to 99.');
  return cells;
}
