/** What the role of this process may do in the database. */
import type { Sql } from '../platform/database/database.ts';
import type { Finding } from './finding.ts';

interface Row {
  role: string;
  superuser: boolean;
  owns: boolean;
  creates: boolean;
  lacking: string[];
}

const maxNamed = 3;

/** Whether the role of this process may do what serve and work do, and nothing beyond. */
export async function checkRole(db: Sql, embedded: boolean): Promise<Finding[]> {
  const { rows } = await db.query<Row>(
    `select current_user as role, (select rolsuper from pg_roles where rolname = current_user) as superuser,
       coalesce(bool_or(pg_has_role(c.relowner, 'usage')), false) as owns,
       has_schema_privilege('public', 'create') as creates,
       coalesce(array_agg(c.relname::text order by c.relname) filter (where not has_table_privilege(c.oid, 'select')), '{}') as lacking
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
  );
  const [row] = rows;
  if (row === undefined) return [];
  const { role, superuser, owns, creates, lacking } = row;
  const tables = lacking.slice(0, maxNamed).join(', ');
  if (lacking.length > 0) return [{ is: 'role-lacks', role, count: lacking.length, tables }];
  // Whoever may write to the data folder may do all of that anyway.
  if (embedded) return [{ is: 'role-embedded' }];
  if (superuser) return [{ is: 'role-mighty', role, can: 'superuser' }];
  if (owns) return [{ is: 'role-mighty', role, can: 'owns' }];
  return [creates ? { is: 'role-mighty', role, can: 'creates' } : { is: 'role-ok', role }];
}
