/** Autovacuum as a server does it where nothing is set, to compare with. */
import type { Database } from '../../src/platform/database/database.ts';

/** As PostgreSQL does where nothing is set. The bench server has settings of its own, so they are said of each table. */
const defaults = `autovacuum_vacuum_scale_factor = 0.2, autovacuum_vacuum_threshold = 50,
  autovacuum_vacuum_insert_scale_factor = 0.2, autovacuum_vacuum_insert_threshold = 1000,
  autovacuum_analyze_scale_factor = 0.1, autovacuum_vacuum_cost_delay = 2, autovacuum_vacuum_cost_limit = 200`;

/** Takes each table's own settings of autovacuum away. */
export async function vacuumByDefaults(db: Database): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of rows) await db.query(`alter table ${name} set (${defaults})`);
}
