/** The rights of the roles that serve and work, as statements for the owner of the tables. */
import { transaction, type Database, type Sql } from '../../platform/database/database.ts';
import { cellTables } from '../../platform/cells/table-classes.ts';
import {
  columnsOf,
  processKinds,
  rights,
  rightsOf,
  type ProcessKind,
  type RoleRights,
} from './role-rights.ts';

export type RoleNames = Record<ProcessKind, string>;

/** A name that PostgreSQL takes without quotes. */
export const roleForm = /^[a-z_][a-z0-9_]{0,62}$/;

/** The tables of the installation, each by its name alone, and where it is. */
export interface Tables {
  hasCells: boolean;
  names: string[];
  /** With their schemas: one for each cell, if it is of the cells. */
  placesOf: (table: string) => string[];
  schemas: string[];
}

export async function readTables(db: Sql): Promise<Tables> {
  const { rows } = await db.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  );
  const common = rows.map(({ name }) => name);
  // From the catalogue, which a role without any right may read.
  const { rows: cells } = await db.query<{ schema: string }>(
    `select nspname as schema from pg_namespace where nspname ~ '^cell_[0-9]+$' order by 1`,
  );
  const schemas = cells.map(({ schema }) => schema);
  if (schemas.length === 0)
    return { hasCells: false, names: common, placesOf: (table) => [table], schemas: ['public'] };
  const ofCells = new Set<string>(cellTables);
  return {
    hasCells: true,
    names: [...common, ...cellTables],
    placesOf: (table) => (ofCells.has(table) ? schemas : ['public']).map((schema) => `${schema}.${table}`),
    schemas: ['public', ...schemas],
  };
}

/**
 * Grants what this version needs, beside what the roles have: during an upgrade the former version still needs that.
 * `prune` takes it away, in the same transaction, so that nobody misses a right meanwhile.
 */
export async function grantRights(db: Database, roles: RoleNames, prune: boolean): Promise<string[]> {
  // Before the transaction: reading the sources may take longer than the server lets one rest.
  const statements = await grantStatements(db, roles, prune);
  await transaction(db, async (tx) => {
    for (const statement of statements) await tx.query(statement);
  });
  return statements;
}

/** The same as text, for somebody who wants to see it first. */
export async function grantStatements(db: Sql, roles: RoleNames, prune: boolean): Promise<string[]> {
  const tables = await readTables(db);
  const granted = await Promise.all(
    processKinds.map(async (kind) =>
      grantsOf(roles[kind], tables, await rightsOf(kind, tables.names, tables.hasCells)),
    ),
  );
  const both = processKinds.map((kind) => roles[kind]).join(', ');
  return [
    ...(prune ? [`revoke all on ${revoked(tables)} from ${both}`] : []),
    `revoke create on schema public from public, ${both}`,
    ...tables.schemas.flatMap((schema) => [
      `grant usage on schema ${schema} to ${both}`,
      `grant usage on all sequences in schema ${schema} to ${both}`,
    ]),
    ...granted.flat(),
  ];
}

/** Citus takes rights away from tables that are named. */
const revoked = ({ hasCells, names, placesOf }: Tables): string =>
  hasCells ? names.flatMap(placesOf).join(', ') : 'all tables in schema public';

const grantsOf = (role: string, { placesOf }: Tables, needed: RoleRights): string[] =>
  rights.flatMap((right) => {
    const names = [...needed].filter(([, some]) => some.has(right)).map(([table]) => table);
    const whole = names.filter((table) => columnsOf(table, right).length === 0).flatMap(placesOf);
    return [
      ...(whole.length === 0 ? [] : [`grant ${right} on ${whole.join(', ')} to ${role}`]),
      ...names.flatMap((table) => {
        const columns = columnsOf(table, right).join(', ');
        return columns === ''
          ? []
          : [`grant ${right} (${columns}) on ${placesOf(table).join(', ')} to ${role}`];
      }),
    ];
  });
