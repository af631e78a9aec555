/** Moves a cell to another node while orders run (docs/decisions/0077). */
import { setTimeout as sleep } from 'node:timers/promises';
import { withTime, type Database } from '../database/database.ts';
import { StartProblem } from '../process/start-problem.ts';
import { schemaOf } from './cell-ids.ts';
import { readNodes, type Node, type NodeOfCells } from './nodes.ts';
import { endConnection, mostMs, moveName, oneAtATime } from './one-at-a-time.ts';
import { closeEntry, makeWhole } from './prepare-nodes.ts';

/** Besides the one that `db` uses now and then. */
export const connectionsOfMove = 3;

const pollMs = 100;
const clearedUpWithinMs = 120_000;
/** What holds a cell back never ends before its move. */
const holdSeconds = (2 * mostMs) / 1000;

/**
 * Nothing is done if it is there. Killed at any moment, the cell is at one node, whole, but perhaps closed: the next command that
 * changes the cluster opens it. `onCopied` hears what part is copied.
 */
export const moveCell = (
  db: Database,
  cell: number,
  to: Node,
  onCopied: (part: number) => void = () => {},
): Promise<void> =>
  oneAtATime(db, async () => {
    await makeWhole(db);
    const nodes = await readNodes(db);
    const from = nodes.find(({ cells }) => cells.includes(cell));
    if (from === undefined) throw new StartProblem(`There is no cell ${cell}.`);
    const target = nodes.find((node) => isSame(node, to));
    if (target === undefined) throw new StartProblem(`The cluster has no node ${to.host}:${to.port}.`);
    if (target === from) return;
    await clearUp(db, cell);
    try {
      await moveTables(db, { cell, from, to: target }, onCopied);
    } finally {
      await makeWhole(db);
    }
  });

const isSame = (one: Node, other: Node): boolean => one.host === other.host && one.port === other.port;

/**
 * The tables that an earlier move has left, and the copy that a killed one had made. Citus clears them up by itself, too: a move that
 * meets them, or that, fails. After a while it is tried, and Citus says what is in its way.
 */
async function clearUp(db: Database, cell: number): Promise<void> {
  const deadline = performance.now() + clearedUpWithinMs;
  while (performance.now() < deadline) {
    const { rows } = await db.query(
      `select 1 from pg_dist_cleanup where object_name like $1 || '.%' limit 1`,
      [schemaOf(cell)],
    );
    if (rows.length === 0) return;
    await db.query(`call citus_cleanup_orphaned_resources()`);
    await sleep(pollMs);
  }
}

interface Move {
  cell: number;
  from: NodeOfCells;
  to: Node;
}

/**
 * Citus copies the cell and follows what is written meanwhile, also past it. Before it goes over to the copy it waits for whoever
 * writes through it: that is us, until nobody can write past it any more.
 */
async function moveTables(
  db: Database,
  { cell, from, to }: Move,
  onCopied: (part: number) => void,
): Promise<void> {
  const holding = await begin(
    db,
    2 * mostMs,
    `set client_connection_check_interval = 0; begin; update ${schemaOf(cell)}.clients set name = name where false;
     select pg_sleep(${holdSeconds})`,
  );
  let moving: Running | null = null;
  try {
    await untilWaits(db, holding, 'PgSleep');
    moving = await begin(
      db,
      mostMs,
      `select citus_schema_move('${schemaOf(cell)}', '${to.host}', ${to.port}, 'force_logical')`,
    );
    await untilWaits(db, moving, 'advisory', onCopied);
    if (!moving.hasEnded()) await closeEntry(db, from, cell);
  } catch (problem) {
    if (moving !== null) await endConnection(db, moving.pid);
    throw problem;
  } finally {
    await endConnection(db, holding.pid);
    await holding.done.catch(() => {});
  }
  await moving.done;
}

interface Running {
  pid: number;
  done: Promise<unknown>;
  hasEnded: () => boolean;
}

/** Sends statements on a connection of their own. If this process is killed, those that hold go on, and end after those that move. */
async function begin(db: Database, withinMs: number, statements: string): Promise<Running> {
  const begun = Promise.withResolvers<number>();
  let ended = false;
  const done = withTime(db, withinMs, async (connection) => {
    await connection.query(`set application_name = '${moveName}'`);
    const { rows } = await connection.query<{ pid: number }>(`select pg_backend_pid() as pid`);
    begun.resolve(rows[0]?.pid ?? 0);
    await connection.query(statements);
  }).finally(() => (ended = true));
  done.catch((problem: unknown) => begun.reject(problem));
  return { pid: await begun.promise, done, hasEnded: () => ended };
}

/** Until it waits for this, or has ended. */
async function untilWaits(
  db: Database,
  { pid, hasEnded }: Running,
  event: string,
  onCopied: (part: number) => void = () => {},
): Promise<void> {
  while (!hasEnded()) {
    const { rows } = await db.query<{ waits: boolean; part: number }>(
      `select wait_event = $2 as waits,
         coalesce((select sum(target_shard_size)::float8 / nullif(sum(source_shard_size), 0) from get_rebalance_progress()), 0) as part
       from pg_stat_activity where pid = $1`,
      [pid, event],
    );
    if (rows[0]?.waits === true) return;
    onCopied(Math.min(rows[0]?.part ?? 0, 1));
    await sleep(pollMs);
  }
}
