/** `cluster`: an installation over several database servers, by Citus. */
import { InvalidArgumentError, type Command } from 'commander';
import { readCells } from '../../platform/cells/spread-tables.ts';
import { addNode, balanceCells, planMoves } from '../../platform/cells/balance-cells.ts';
import { connectionsOfMove, moveCell } from '../../platform/cells/move-cell.ts';
import { leastSeconds, readCellLoads, type CellLoad } from '../../platform/cells/cell-loads.ts';
import { isCluster, readNodes, type Node, type NodeOfCells } from '../../platform/cells/nodes.ts';
import { spreadCluster } from '../../platform/cells/spread-cluster.ts';
import { attachDatabase, requireCluster } from '../../platform/database/database-server.ts';
import { commandLimits } from '../../platform/database/database-limits.ts';
import { openDatabase, type Database } from '../../platform/database/database.ts';
import {
  appliedMigrations,
  compareMigrations,
  migrationNames,
} from '../../platform/database/applied-migrations.ts';
import { readDatabaseConfig } from '../../platform/settings/config.ts';
import { answer, jsonOption, noteUnreached, table, type OutputOptions } from '../shell/output.ts';
import { Refusal } from '../shell/problems.ts';
import { startProgress } from '../shell/progress.ts';

const mostCells = 99;
const mostSeconds = 600;

export function register(program: Command): void {
  const cluster = program
    .command('cluster')
    .description('An installation over several database servers, by Citus.')
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
    .command('add <node>')
    .description('Prepare a further node for cells. It has none until cluster balance or cluster move.')
    .option(...jsonOption)
    .addHelpText(
      'after',
      '\nThe node is HOST:PORT; it needs the database of the same name with the extension citus, and must let the other nodes in.',
    )
    .action(add);
  cluster
    .command('move <cell> <node>')
    .description('Move a cell to another node while orders run.')
    .option(...jsonOption)
    .addHelpText('after', meanwhile)
    .action(move);
  cluster
    .command('balance')
    .description('Move cells, one after the other, until no node has two more than another.')
    .option('--dry-run', 'only show what would be moved')
    .option(...jsonOption)
    .addHelpText('after', meanwhile)
    .action(balance);
  cluster
    .command('show')
    .description('Show on which node each cell is, the orders that it accepts, and the disk that it takes.')
    .option('--seconds <number>', 'how long to count orders', aWhile, 5)
    .option(...jsonOption)
    .action(show);
}

const meanwhile = `
The cell is copied while its clients order. For the end of it they are told to come again. If the command is killed,
run it again: the cell is whole at one of both nodes.`;

async function spread({ cells, ...options }: OutputOptions & { cells: number }): Promise<void> {
  await atCoordinator(async (db) => {
    const [applied, names] = await Promise.all([appliedMigrations(db), migrationNames()]);
    if (compareMigrations(names, applied).missing.length > 0)
      throw new Refusal('The database is not up to date: run facevalue upgrade first.');
    await withProgress((onPart) => spreadCluster(db, cells, onPart));
    const nodes = await readNodes(db);
    answer(options, { cells, nodes }, () => `${cells} cells lie on ${nodes.length} nodes.`);
  });
}

async function add(node: string, options: OutputOptions): Promise<void> {
  const added = nodeOf(node);
  await atCoordinator(async (db) => {
    await refuseNotSpread(db);
    await addNode(db, added);
    answer(
      options,
      { added },
      () => `${node} is ready for cells: facevalue cluster balance moves some there.`,
    );
  });
}

async function move(text: string, node: string, options: OutputOptions): Promise<void> {
  const [cell, to] = [aNumberOfCells(text), nodeOf(node)];
  await atCoordinator(async (db) => {
    await refuseNotSpread(db);
    await withProgress((onPart) => moveCell(db, cell, to, onPart));
    answer(options, { cell, to }, () => `Cell ${cell} is on ${node}.`);
  });
}

async function balance({ dryRun = false, ...options }: OutputOptions & { dryRun?: boolean }): Promise<void> {
  await atCoordinator(async (db) => {
    await refuseNotSpread(db);
    const moves = dryRun
      ? planMoves(await readNodes(db))
      : await withProgress((onPart) => balanceCells(db, onPart));
    answer(options, { moves, done: !dryRun }, () =>
      moves.length === 0
        ? 'The nodes have about as many cells each.'
        : table(
            ['cell', dryRun ? 'would move to' : 'moved to'],
            moves.map(({ cell, to }) => [String(cell), nameOf(to)]),
          ),
    );
  });
}

async function withProgress<Result>(
  work: (onPart: (part: number) => void) => Promise<Result>,
): Promise<Result> {
  const progress = startProgress('cells');
  try {
    return await work((part) => progress.fraction(part));
  } finally {
    progress.stop();
  }
}

async function refuseNotSpread(db: Database): Promise<void> {
  if ((await readCells(db)).length === 0)
    throw new Refusal('The installation is not spread yet: facevalue cluster spread.');
}

/** An IPv6 address stands in brackets. */
function nodeOf(text: string): Node {
  const [, host = '', port = ''] = /^\[?([\w.:-]+?)\]?:(\d{1,5})$/.exec(text) ?? [];
  if (host === '') throw new Refusal('A node is written as HOST:PORT.');
  return { host, port: Number(port) };
}

async function show({ seconds, ...options }: OutputOptions & { seconds: number }): Promise<void> {
  await atCoordinator(async (db) => {
    const nodes = await readNodes(db);
    const { loads, unreached } = await readCellLoads(db, nodes, seconds);
    noteUnreached(() => unreached.map((node) => ({ node: nameOf(node), cells: node.cells })));
    answer(options, { cells: (await readCells(db)).length, nodes, loads: loads.map(loadJson) }, () =>
      [cellTable(loads), ...emptyNodes(nodes)].join('\n'),
    );
  });
}

const loadJson = ({ cell, node, bytes, ordersPerSecond }: CellLoad) => ({
  cell,
  node,
  bytes,
  orders_per_second: Math.round(ordersPerSecond * 10) / 10,
});

const cellTable = (loads: readonly CellLoad[]): string =>
  table(
    ['cell', 'node', 'orders a second', 'disk'],
    loads.map(({ cell, node, bytes, ordersPerSecond }) => [
      String(cell),
      nameOf(node),
      ordersPerSecond.toFixed(1),
      `${Math.ceil(bytes / bytesInMegabyte)} MB`,
    ]),
  );

const emptyNodes = (nodes: readonly NodeOfCells[]): string[] =>
  nodes.filter(({ cells }) => cells.length === 0).map((node) => `${nameOf(node)} has no cells.`);

const nameOf = ({ host, port }: Node): string => `${host}:${port}`;
const bytesInMegabyte = 1_000_000;

const connections = 1 + connectionsOfMove;

async function atCoordinator(work: (db: Database) => Promise<void>): Promise<void> {
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
    await work(db);
  } finally {
    await db.end();
    await database.stop();
  }
}

function aWhile(text: string): number {
  const seconds = Number(text);
  if (!/^\d+$/.test(text) || seconds < leastSeconds || seconds > mostSeconds)
    throw new InvalidArgumentError(`It must be a number from ${leastSeconds} to ${mostSeconds}.`);
  return seconds;
}

/** Also the number of one. */
function aNumberOfCells(text: string): number {
  const cells = Number(text);
  if (!/^\d+$/.test(text) || cells < 1 || cells > mostCells)
    throw new InvalidArgumentError('It must be a number from 1 to 99.');
  return cells;
}
