/** Applies the migrations. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseError } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { allowTime, transaction, withTime, type Database, type Sql } from './database.ts';
import { isAlone, statementsOf } from './judge-migration.ts';
import { dropBrokenIndex, IndexInTheMaking } from './broken-index.ts';
import { StartProblem } from '../process/start-problem.ts';

const migrationsFolder = join(import.meta.dirname, '../../../migrations');

/** A migration may build an index over a year of orders, and a second process waits for it. */
const timeAllowed = { statementMs: 3_600_000 };

/** How long a migration waits for a table, with all who come later behind it. */
const lockMs = 1000;
/** Meanwhile whoever was held up goes on. */
const pauseMs = 500;
/** For some ten minutes. */
const mostTries = 400;

/** The names of all migrations, in the order in which they are applied. */
export async function migrationNames(folder = migrationsFolder): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
}

export const migrationText = (name: string, folder = migrationsFolder): Promise<string> =>
  readFile(join(folder, name), 'utf8');

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
  { onWait = () => {}, folder = migrationsFolder }: MigrateOptions = {},
): Promise<string[]> {
  await makeMigrationsTable(db);
  const applied: string[] = [];
  for (const name of await missingMigrations(db, folder)) {
    const sql = await migrationText(name, folder);
    const isDone = await patiently(
      () => (isAlone(sql) ? applyAlone(db, { name, sql, now }) : applyInOne(db, { name, sql, now })),
      () => onWait(name),
    );
    if (isDone) applied.push(name);
  }
  return applied;
}

interface Migration {
  name: string;
  sql: string;
  now: Date;
}

/** False if another process was first. */
const applyInOne = (db: Database, { name, sql, now }: Migration): Promise<boolean> =>
  transaction(db, async (tx) => {
    await allowTime(tx, timeAllowed);
    // Several processes may start at once: the second waits here and then finds nothing to do.
    await tx.query(`lock table migrations in exclusive mode`);
    const { rows } = await tx.query(`select from migrations where name = $1`, [name]);
    if (rows.length > 0) return false;
    await tx.query(`set local lock_timeout = ${lockMs}`);
    await tx.query(sql);
    await tx.query(`insert into migrations (name, applied_at) values ($1, $2)`, [name, now]);
    return true;
  });

/** Statement by statement. Each can be repeated (`if not exists`), as one may fail after others. */
async function applyAlone(db: Database, { name, sql, now }: Migration): Promise<boolean> {
  await withTime(db, timeAllowed.statementMs, async (connection) => {
    for (const statement of statementsOf(sql)) {
      await dropBrokenIndex(connection, statement);
      await connection.query(statement);
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

/** Of two processes that find none, one fails on the name of the table once the other has made it. */
async function makeMigrationsTable(db: Sql): Promise<void> {
  if (await hasMigrationsTable(db)) return;
  try {
    await db.query(
      `create table if not exists migrations (name text primary key, applied_at timestamptz not null)`,
    );
  } catch (problem) {
    if (!(problem instanceof DatabaseError && problem.code === UNIQUE_VIOLATION)) throw problem;
  }
}

const UNIQUE_VIOLATION = '23505';
/** A lock was not to be had; two processes that make the same index wait for each other. */
const busyCodes = new Set(['55P03', '40P01']);

/**
 * In production only `facevalue migrate` changes the schema, so that all other processes can use a role without that
 * right. Elsewhere the first process migrates.
 */
export async function prepareSchema(db: Database, production: boolean, now: Date): Promise<void> {
  if (!production) {
    await migrate(db, now);
    return;
  }
  const missing = await missingMigrations(db);
  if (missing.length === 0) return;
  throw new StartProblem(
    `The database is not up to date (migrations to apply: ${missing.length}, from ${missing[0]}): run facevalue migrate first, as a role that owns its tables.`,
  );
}

async function missingMigrations(db: Sql, folder = migrationsFolder): Promise<string[]> {
  const [names, applied] = await Promise.all([migrationNames(folder), appliedMigrations(db)]);
  return names.filter((name) => !applied.has(name));
}

/** The names of those that the database has; none in an empty database. */
export async function appliedMigrations(db: Sql): Promise<Set<string>> {
  if (!(await hasMigrationsTable(db))) return new Set();
  const { rows } = await db.query<{ name: string }>(`select name from migrations`);
  return new Set(rows.map((row) => row.name));
}

async function hasMigrationsTable(db: Sql): Promise<boolean> {
  const { rows } = await db.query<{ known: boolean }>(
    `select to_regclass('migrations') is not null as known`,
  );
  return rows[0]?.known === true;
}
