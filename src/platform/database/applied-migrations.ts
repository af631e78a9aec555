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

/** The last of those that made, one after the other, the tables that 0201 to 0230 make at once. */
const lastFormer = '0282-outstanding-totals.sql';
const first = '0201-platform.sql';

export interface ComparedMigrations {
  missing: string[];
  /** What a newer version has applied. */
  newer: string[];
  /** The last that it has of those before `lastFormer`, which this version has no longer; null: it lacks none of them. */
  stoppedAt: string | null;
}

/** What a database that has these lacks of this version, and what it has beyond it. */
export function compareMigrations(
  names: readonly string[],
  applied: ReadonlySet<string>,
): ComparedMigrations {
  const hasFormer = applied.has(lastFormer);
  const unknown = [...applied].filter((name) => !names.includes(name)).toSorted();
  const former = unknown.filter((name) => name < lastFormer);
  return {
    missing: names.filter((name) => !applied.has(name) && !(hasFormer && name < lastFormer)),
    newer: unknown.filter((name) => name > lastFormer),
    stoppedAt: hasFormer || applied.has(first) ? null : (former.at(-1) ?? null),
  };
}

/** What to do with a database whose tables are of before `lastFormer`. */
export const stoppedText = (last: string): string =>
  `The tables of this database are of an older version (${last}): first run facevalue upgrade of a version that has ${lastFormer}, then that of this one.`;

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
