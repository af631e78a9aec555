/** The migrations that there are, and those that a database has. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from './database.ts';

const migrationsFolder = join(import.meta.dirname, '../../../migrations');

/** The names of all migrations, in the order in which they are applied. */
export async function migrationNames(folder = migrationsFolder): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
}

export const migrationText = (name: string, folder = migrationsFolder): Promise<string> =>
  readFile(join(folder, name), 'utf8');

export async function missingMigrations(db: Sql, folder = migrationsFolder): Promise<string[]> {
  const [names, applied] = await Promise.all([migrationNames(folder), appliedMigrations(db)]);
  return names.filter((name) => !applied.has(name));
}

/** The names of those that the database has; none in an empty database. */
export async function appliedMigrations(db: Sql): Promise<Set<string>> {
  if (!(await hasTable(db, 'migrations'))) return new Set();
  const { rows } = await db.query<{ name: string }>(`select name from migrations`);
  return new Set(rows.map((row) => row.name));
}

export async function hasTable(db: Sql, name: string): Promise<boolean> {
  const { rows } = await db.query<{ known: boolean }>(`select to_regclass($1) is not null as known`, [name]);
  return rows[0]?.known === true;
}
