/** Plans an upgrade: what a new version does to the database, and whether it may do so while the platform runs. */
import type { Sql } from '../database/database.ts';
import { wasRestored } from '../database/history.ts';
import { isAlone, judgeMigration, type JudgedStatement } from './judge-migration.ts';
import {
  appliedMigrations,
  compareMigrations,
  migrationNames,
  migrationText,
  type ComparedMigrations,
} from '../database/applied-migrations.ts';

export interface PlannedStatement extends JudgedStatement {
  rows: number;
  megabytes: number;
  /** How long its table is held up, at the most. */
  seconds: number;
}

export interface PlannedMigration {
  name: string;
  /** Its statements are not in one transaction. */
  alone: boolean;
  /** Statements about tables that exist. */
  statements: PlannedStatement[];
}

export type Refusal =
  /** A newer version has migrated this database. */
  | { is: 'newer'; last: string }
  /** The last that it has of those that this version has no longer. */
  | { is: 'older'; last: string }
  | { is: 'not-owner'; role: string; tables: string[] }
  | { is: 'restored' }
  /** It would hold up a large table, or take away what the running version needs. */
  | { is: 'unsafe'; migration: string; table: string; instead: string };

export interface UpgradePlan {
  /** The database has no tables of ours yet. */
  isFirst: boolean;
  migrations: PlannedMigration[];
  refusals: Refusal[];
}

/** A smaller table is read or written within the second that a lock may last. */
const largeRows = 100_000;
/** Slow disks read this in a second; the rest is reserve. */
const megabytesInSecond = 50;

interface TableSize {
  name: string;
  rows: number;
  megabytes: number;
  owned: boolean;
}

export async function planUpgrade(db: Sql): Promise<UpgradePlan> {
  const [names, applied, sizes] = await Promise.all([migrationNames(), appliedMigrations(db), readSizes(db)]);
  const made = new Set<string>();
  const migrations: PlannedMigration[] = [];
  const compared = compareMigrations(names, applied);
  for (const name of compared.missing) migrations.push(planned(name, await migrationText(name), sizes, made));
  const isFirst = applied.size === 0;
  const refusals = [...(await refusalsOf(db, migrations, sizes)), ...ofAnotherVersion(compared)];
  return { isFirst, migrations, refusals };
}

function planned(
  name: string,
  sql: string,
  sizes: ReadonlyMap<string, TableSize>,
  made: Set<string>,
): PlannedMigration {
  const statements = judgeMigration(sql, made).flatMap((judged): PlannedStatement[] => {
    const size = sizes.get(judged.table);
    if (size === undefined) return [];
    const { rows, megabytes } = size;
    const seconds = judged.effect === 'blocking' ? Math.ceil(megabytes / megabytesInSecond) : 0;
    return [{ ...judged, rows, megabytes, seconds }];
  });
  return { name, alone: isAlone(sql), statements };
}

function ofAnotherVersion({ newer, stoppedAt }: ComparedMigrations): Refusal[] {
  const last = newer.at(-1);
  return [
    ...(last === undefined ? [] : [{ is: 'newer', last } as const]),
    ...(stoppedAt === null ? [] : [{ is: 'older', last: stoppedAt } as const]),
  ];
}

async function refusalsOf(
  db: Sql,
  migrations: readonly PlannedMigration[],
  sizes: ReadonlyMap<string, TableSize>,
): Promise<Refusal[]> {
  const touched = migrations.flatMap(({ statements }) => statements.map(({ table }) => table));
  const foreign = [...new Set(touched)].filter((table) => sizes.get(table)?.owned === false);
  const { rows } = await db.query<{ role: string }>(`select current_user as role`);
  const unsafe = migrations.flatMap(({ name: migration, statements }) =>
    statements
      .filter(({ effect, rows: count }) => effect === 'breaking' || (effect !== 'brief' && count > largeRows))
      .filter(({ text }) => !/ concurrently /i.test(text))
      .map(({ table, instead }): Refusal => ({ is: 'unsafe', migration, table, instead })),
  );
  return [
    ...(foreign.length > 0 ? [{ is: 'not-owner', role: rows[0]?.role ?? '', tables: foreign } as const] : []),
    ...((await wasRestored(db)) ? [{ is: 'restored' } as const] : []),
    ...unsafe,
  ];
}

/** A table that was never analysed, as after `pg_restore`, says nothing of its rows: then so many bytes are one. */
const bytesOfRow = 100;

async function readSizes(db: Sql): Promise<Map<string, TableSize>> {
  const { rows } = await db.query<TableSize>(
    `select relname as name,
       case when reltuples < 0 then ceil(pg_relation_size(oid) / $1::float8) else reltuples end::float8 as rows,
       ceil(pg_table_size(oid) / 1000000.0)::float8 as megabytes, pg_has_role(relowner, 'usage') as owned
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    [bytesOfRow],
  );
  return new Map(rows.map((row) => [row.name, row]));
}
