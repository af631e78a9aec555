/** Checks the rights of this process's role in the database. */
import type { Sql } from '../../platform/database/database.ts';
import { readTables } from './grants.ts';
import { processKinds, rightsOf, type ProcessKind } from './role-rights.ts';
import type { Finding } from './finding.ts';
import { processesRun } from './running-processes.ts';

interface Row {
  role: string;
  superuser: boolean;
  owns: boolean;
  creates: boolean;
}

const maxNamed = 3;

/** Whether the role of this process may do what serve or work does, and cannot change the tables. */
export async function checkRole(db: Sql, embedded: boolean): Promise<Finding[]> {
  const { rows } = await db.query<Row>(
    `select current_user as role, (select rolsuper from pg_roles where rolname = current_user) as superuser,
       coalesce(bool_or(pg_has_role(c.relowner, 'usage')), false) as owns,
       has_schema_privilege('public', 'create') as creates
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
  );
  const [row] = rows;
  if (row === undefined) return [];
  const { role, superuser, owns, creates } = row;
  // Whoever may write to the data folder may do all of that anyway.
  if (embedded) return [{ is: 'role-embedded' }];
  const needed = await rightsNeeded(db);
  const lacking = await fewestLacking(db, needed);
  const tables = lacking.slice(0, maxNamed).join(', ');
  if (lacking.length > 0) return [{ is: 'role-lacks', role, count: lacking.length, tables }];
  if (superuser) return [{ is: 'role-mighty', role, can: 'superuser' }];
  if (owns) return [await ownerFinding(db, role, needed)];
  return [creates ? { is: 'role-mighty', role, can: 'creates' } : { is: 'role-ok', role }];
}

/** Upgrades and setup need the owner; what serves and works should not be it. */
async function ownerFinding(db: Sql, role: string, needed: Needed): Promise<Finding> {
  const [serve, work] = await Promise.all(processKinds.map((kind) => roleFor(db, kind, needed)));
  const othersDoIt = serve !== undefined && work !== undefined && !(await processesRun(db, { as: role }));
  return othersDoIt ? { is: 'role-owner', role, serve, work } : { is: 'role-mighty', role, can: 'owns' };
}

/** The tables of each kind of process, with the right that it needs on each. */
type Needed = Record<ProcessKind, [tables: string[], rights: string[]]>;

async function rightsNeeded(db: Sql): Promise<Needed> {
  const tables = await readTables(db);
  const ofKind = async (kind: ProcessKind): Promise<[string[], string[]]> => {
    const needed = [...(await rightsOf(kind, tables.names, tables.hasCells))].flatMap(([name, some]) =>
      tables.placesOf(name).flatMap((table) => [...some].map((right) => ({ table, right }))),
    );
    return [needed.map(({ table }) => withSchema(table)), needed.map(({ right }) => right)];
  };
  return { serve: await ofKind('serve'), work: await ofKind('work') };
}

/** Whether the role of this SQL lacks the right `needed` on the table `name`. */
const lacks = (role: string): string =>
  `not case when needed = 'update' then has_any_column_privilege(${role}, name, needed)
     else has_table_privilege(${role}, name, needed) end`;

/** Tables on which the role lacks a right, for the kind of process that it is probably for. */
async function fewestLacking(db: Sql, needed: Needed): Promise<string[]> {
  const ofKinds = await Promise.all(
    processKinds.map(async (kind) => {
      const { rows } = await db.query<{ name: string }>(
        `select distinct name from unnest($1::text[], $2::text[]) as n (name, needed)
         where ${lacks('current_user')} order by name`,
        needed[kind],
      );
      return rows.map(({ name }) => name);
    }),
  );
  return ofKinds.toSorted((one, other) => one.length - other.length)[0] ?? [];
}

/** A role beside the owner that may do all that such a process does, the one of its name first. */
async function roleFor(db: Sql, kind: ProcessKind, needed: Needed): Promise<string | undefined> {
  const { rows } = await db.query<{ role: string }>(
    `select r.rolname as role from pg_roles r
     where r.rolcanlogin and not r.rolsuper and not pg_has_role(r.oid, current_user, 'member')
       and not exists (select from unnest($1::text[], $2::text[]) as n (name, needed) where ${lacks('r.oid')})
     order by position($3 in r.rolname) = 0, r.rolname limit 1`,
    [...needed[kind], kind],
  );
  return rows[0]?.role;
}

/** With cells tables are named with their schemas. */
const withSchema = (table: string): string => (table.includes('.') ? table : `public.${table}`);
