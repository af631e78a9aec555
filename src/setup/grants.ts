/** The rights of the roles that serve and work, as statements for the owner of the tables. */
import { atomically, type DatabaseOrTx, type Sql } from '../platform/database/database.ts';
import { processKinds, rights, rightsOf, type ProcessKind, type RoleRights } from './role-rights.ts';

export type RoleNames = Record<ProcessKind, string>;

/** As PostgreSQL takes it without quotes. */
export const roleForm = /^[a-z_][a-z0-9_]{0,62}$/;

export async function listTables(db: Sql): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  );
  return rows.map(({ name }) => name);
}

/**
 * Grants what this version needs, beside what the roles have: during an upgrade the former version still needs that.
 * `prune` takes it away, in the same transaction, so that nobody misses a right meanwhile.
 */
export const grantRights = (db: DatabaseOrTx, roles: RoleNames, prune: boolean): Promise<string[]> =>
  atomically(db, async (tx) => {
    const statements = await grantStatements(tx, roles, prune);
    for (const statement of statements) await tx.query(statement);
    return statements;
  });

/** The same as text, for somebody who wants to see it first. */
export async function grantStatements(db: Sql, roles: RoleNames, prune: boolean): Promise<string[]> {
  const tables = await listTables(db);
  const granted = await Promise.all(
    processKinds.map(async (kind) => grantsOf(roles[kind], await rightsOf(kind, tables))),
  );
  const both = processKinds.map((kind) => roles[kind]).join(', ');
  return [
    ...(prune ? [`revoke all on all tables in schema public from ${both}`] : []),
    `revoke create on schema public from public, ${both}`,
    `grant usage on schema public to ${both}`,
    `grant usage on all sequences in schema public to ${both}`,
    ...granted.flat(),
  ];
}

const grantsOf = (role: string, needed: RoleRights): string[] =>
  rights.flatMap((right) => {
    const tables = [...needed].filter(([, some]) => some.has(right)).map(([table]) => table);
    return tables.length === 0 ? [] : [`grant ${right} on ${tables.join(', ')} to ${role}`];
  });
