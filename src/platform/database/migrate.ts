/** Applies the migrations. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseError } from 'pg';
import { allowTime, transaction, type Database, type Sql } from './database.ts';
import { StartProblem } from '../process/start-problem.ts';

const migrationsFolder = join(import.meta.dirname, '../../../migrations');

/** A migration may build an index over a year of orders, and a second process waits for it. */
const timeAllowed = { statementMs: 3_600_000 };

/** The names of all migrations, in the order in which they are applied. */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).toSorted();
}

/** Applies the migrations that the database does not have yet, each once, in the order of their names. */
export async function migrate(db: Database, now: Date): Promise<string[]> {
  const names = await migrationNames();
  await makeMigrationsTable(db);
  return transaction(db, async (tx) => {
    await allowTime(tx, timeAllowed);
    // Several processes may start at once: the second waits here and then finds nothing to do.
    await tx.query(`lock table migrations in exclusive mode`);
    const { rows } = await tx.query<{ name: string }>(`select name from migrations`);
    const applied = new Set(rows.map((row) => row.name));
    const missing = names.filter((name) => !applied.has(name));
    for (const name of missing) {
      await tx.query(await readFile(join(migrationsFolder, name), 'utf8'));
      await tx.query(`insert into migrations (name, applied_at) values ($1, $2)`, [name, now]);
    }
    return missing;
  });
}

/** Of two processes that find none, one fails on the name of the table once the other has made it. */
async function makeMigrationsTable(db: Sql): Promise<void> {
  try {
    await db.query(
      `create table if not exists migrations (name text primary key, applied_at timestamptz not null)`,
    );
  } catch (problem) {
    if (!(problem instanceof DatabaseError && problem.code === UNIQUE_VIOLATION)) throw problem;
  }
}

const UNIQUE_VIOLATION = '23505';

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

async function missingMigrations(db: Sql): Promise<string[]> {
  const [names, applied] = await Promise.all([migrationNames(), appliedMigrations(db)]);
  return names.filter((name) => !applied.has(name));
}

/** The names of those that the database has; none in an empty database. */
export async function appliedMigrations(db: Sql): Promise<Set<string>> {
  const { rows: known } = await db.query<{ known: boolean }>(
    `select to_regclass('migrations') is not null as known`,
  );
  if (known[0]?.known !== true) return new Set();
  const { rows } = await db.query<{ name: string }>(`select name from migrations`);
  return new Set(rows.map((row) => row.name));
}
