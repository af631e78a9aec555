/** What the role of this process may do in the database. */
import type { Sql } from '../platform/database/database.ts';
import { readTables } from './grants.ts';
import { processKinds, rightsOf } from './role-rights.ts';
import type { Finding } from './finding.ts';

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
  const lacking = await fewestLacking(db);
  const tables = lacking.slice(0, maxNamed).join(', ');
  if (lacking.length > 0) return [{ is: 'role-lacks', role, count: lacking.length, tables }];
  if (superuser) return [{ is: 'role-mighty', role, can: 'superuser' }];
  if (owns) return [{ is: 'role-mighty', role, can: 'owns' }];
  return [creates ? { is: 'role-mighty', role, can: 'creates' } : { is: 'role-ok', role }];
}

/** Of the kinds of process the one that the role is probably for: tables on which it lacks a right. */
async function fewestLacking(db: Sql): Promise<string[]> {
  const tables = await readTables(db);
  const ofKinds = await Promise.all(
    processKinds.map(async (kind) => {
      const needed = [...(await rightsOf(kind, tables.names, tables.hasCells))].flatMap(([name, some]) =>
        tables.placesOf(name).flatMap((table) => [...some].map((right) => ({ table, right }))),
      );
      const { rows } = await db.query<{ name: string }>(
        `select distinct name from unnest($1::text[], $2::text[]) as n (name, needed)
         where not case when needed = 'update' then has_any_column_privilege(name, needed)
           else has_table_privilege(name, needed) end order by name`,
        [needed.map(({ table }) => withSchema(table)), needed.map(({ right }) => right)],
      );
      return rows.map(({ name }) => name);
    }),
  );
  return ofKinds.toSorted((one, other) => one.length - other.length)[0] ?? [];
}

/** With cells tables are named with their schemas. */
const withSchema = (table: string): string => (table.includes('.') ? table : `public.${table}`);
