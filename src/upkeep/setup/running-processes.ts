/** Processes of the platform that are connected to the database. */
import type { Sql } from '../../platform/database/database.ts';

/** `as`: with this role. Each names itself in its connections, which every role may see. */
export async function processesRun(db: Sql, { as = null }: { as?: string | null } = {}): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from pg_stat_activity
     where datname = current_database() and application_name ~ '^facevalue (serve|work|start)'
       and ($1::text is null or usename = $1) limit 1`,
    [as],
  );
  return rowCount !== 0;
}
