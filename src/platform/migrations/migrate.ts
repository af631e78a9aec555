/** Applies the migrations. */
import { DatabaseError } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { renewCluster, takeViewsDown } from '../cells/renew-cluster.ts';
import { isCluster } from '../cells/nodes.ts';
import { readCells } from '../cells/spread-tables.ts';
import {
  appliedMigrations,
  compareMigrations,
  hasTable,
  migrationNames,
  migrationText,
  stoppedText,
} from '../database/applied-migrations.ts';
import { allowTime, transaction, withTime, type Database, type Sql } from '../database/database.ts';
import { StartProblem } from '../process/start-problem.ts';
import { isAlone, reshapedTables } from './judge-migration.ts';
import { placeStatements } from './place-statements.ts';

/** A migration may build an index over a year of orders, and a second process waits for it. */
const timeAllowed = { statementMs: 3_600_000 };

/** How long a migration waits for a table, with all who come later behind it. */
const lockMs = 1000;
/** Pause in which statements that waited behind the lock can run. */
const pauseMs = 500;
/** Tries for about ten minutes. */
const mostTries = 400;

interface MigrateOptions {
  onWait?: (name: string) => void;
  folder?: string;
}

/**
 * Applies the migrations that the database does not have yet, each once, in the order of their names and in a transaction of
 * its own. None waits for a busy table for longer than a second, since whoever comes later would wait behind it.
 */
export async function migrate(
  db: Database,
  now: Date,
  { onWait = () => {}, folder }: MigrateOptions = {},
): Promise<string[]> {
  await makeMigrationsTable(db);
  const where = await readInstallation(db);
  const applied: string[] = [];
  try {
    for (const name of await missingMigrations(db, folder)) {
      const migration = { name, sql: await migrationText(name, folder), now, where };
      if (where.isCluster) await takeViewsDown(db, reshapedTables(migration.sql));
      const apply = isAlone(migration.sql) ? applyAlone : applyInOne;
      const isDone = await patiently(
        () => apply(db, migration),
        () => onWait(name),
      );
      if (isDone) applied.push(name);
    }
  } finally {
    // Also after a failure, or if a run before was killed here.
    if (where.isCluster) await renewCluster(db);
  }
  return applied;
}

interface Installation {
  cells: number[];
  /** Spread over several servers. */
  isCluster: boolean;
}

async function missingMigrations(db: Sql, folder?: string): Promise<string[]> {
  const [names, applied] = await Promise.all([migrationNames(folder), appliedMigrations(db)]);
  const { missing, stoppedAt } = compareMigrations(names, applied);
  if (stoppedAt !== null) throw new StartProblem(stoppedText(stoppedAt));
  return missing;
}

async function readInstallation(db: Sql): Promise<Installation> {
  const cells = (await hasTable(db, 'cells')) ? await readCells(db) : [];
  return { cells, isCluster: cells.length > 0 && (await isCluster(db)) };
}

interface Migration {
  name: string;
  sql: string;
  now: Date;
  where: Installation;
}

/** False if another process was first. */
const applyInOne = (db: Database, { name, sql, now, where }: Migration): Promise<boolean> =>
  transaction(db, async (tx) => {
    await allowTime(tx, timeAllowed);
    // Several processes may start at once: the second waits here and then finds nothing to do.
    await tx.query(`lock table migrations in exclusive mode`);
    const { rows } = await tx.query(`select 1 from migrations where name = $1`, [name]);
    if (rows.length > 0) return false;
    await tx.query(`insert into migrations (name, applied_at) values ($1, $2)`, [name, now]);
    // So that the limit holds at all servers, and they wait for one after the other.
    if (where.isCluster)
      await tx.query(
        `set local citus.propagate_set_commands = 'local'; set local citus.multi_shard_modify_mode = 'sequential'`,
      );
    await tx.query(`set local lock_timeout = ${lockMs}`);
    if (where.cells.length === 0) await tx.query(sql);
    for await (const { schemas, text } of placed(tx, sql, where)) {
      await tx.query(`set local search_path = ${schemas}`);
      await tx.query(text);
    }
    return true;
  });

/** Yields nothing on one server without cells, where the text runs unchanged. */
const placed = (tx: Sql, sql: string, { cells }: Installation) =>
  placeStatements(tx, cells.length === 0 ? '' : sql, cells);

/** Statement by statement. Each can be repeated (`if not exists`), as one may fail after others. */
async function applyAlone(db: Database, { name, sql, now, where }: Migration): Promise<boolean> {
  await withTime(db, timeAllowed.statementMs, async (connection) => {
    for await (const { schemas, text } of placeStatements(connection, sql, where.cells)) {
      if (where.cells.length > 0) await connection.query(`set search_path = ${schemas}`);
      await dropBrokenIndex(connection, text);
      await connection.query(text);
    }
  });
  const { rowCount } = await db.query(
    `insert into migrations (name, applied_at) values ($1, $2) on conflict do nothing`,
    [name, now],
  );
  return rowCount === 1;
}

/** Tries again while a table is busy. */
async function patiently<Result>(work: () => Promise<Result>, onWait: () => void): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (problem) {
      const isBusy =
        problem instanceof IndexInTheMaking ||
        (problem instanceof DatabaseError && busyCodes.has(problem.code ?? ''));
      if (!isBusy || tries === mostTries) throw problem;
      onWait();
      await sleep(pauseMs);
    }
  }
}

/** If two processes find no table, the second to create it fails because its name is taken. */
async function makeMigrationsTable(db: Sql): Promise<void> {
  if (await hasTable(db, 'migrations')) return;
  try {
    await db.query(
      `create table if not exists migrations (name text primary key, applied_at timestamptz not null)`,
    );
  } catch (problem) {
    if (!(problem instanceof DatabaseError && problem.code === uniqueViolation)) throw problem;
  }
}

const uniqueViolation = '23505';
/** A lock was not to be had; two processes that make the same index wait for each other. */
const busyCodes = new Set(['55P03', '40P01']);

/**
 * In production only `facevalue migrate` changes the schema, so that all other processes can use a role without that
 * right. Elsewhere the first process migrates.
 */
export async function prepareSchema(db: Database, production: boolean, now: Date): Promise<void> {
  const missing = await missingMigrations(db);
  if (missing.length === 0) return;
  if (!production) {
    await migrate(db, now);
    return;
  }
  throw new StartProblem(
    `The database is not up to date (migrations to apply: ${missing.length}, from ${missing[0]}): run facevalue upgrade first, as a role that owns its tables.`,
  );
}

/** Another process is creating the index now. */
class IndexInTheMaking extends Error {}

const creation = /^create (?:unique )?index concurrently if not exists (\w+)/i;

interface BrokenIndex {
  name: string;
  inTheMaking: boolean;
}

/** Drops the invalid index that `if not exists` would take for the one that the statement is to make. */
async function dropBrokenIndex(db: Sql, statement: string): Promise<void> {
  const index = creation.exec(statement)?.[1];
  if (index === undefined) return;
  const { rows } = await db.query<BrokenIndex>(
    `select i.indexrelid::regclass::text as name,
       exists (select from pg_stat_progress_create_index p
         where p.datname = current_database() and p.index_relid = i.indexrelid) as "inTheMaking"
     from pg_index i where i.indexrelid = to_regclass($1) and not i.indisvalid`,
    [index],
  );
  const [broken] = rows;
  if (broken === undefined) return;
  if (broken.inTheMaking) throw new IndexInTheMaking(`${broken.name} is being made by another process`);
  await db.query(`drop index concurrently ${broken.name}`);
}
