/** Autovacuum as a server does it where nothing is set, to compare with. */
import type { Database } from '../../src/platform/database/database.ts';

/** As PostgreSQL does where nothing is set. The bench server has settings of its own, so they are said of each table. */
const defaults = `autovacuum_vacuum_scale_factor = 0.2, autovacuum_vacuum_threshold = 50,
  autovacuum_vacuum_insert_scale_factor = 0.2, autovacuum_vacuum_insert_threshold = 1000,
  autovacuum_analyze_scale_factor = 0.1, autovacuum_vacuum_cost_delay = 2, autovacuum_vacuum_cost_limit = 200`;

/** The settings that each table has. */
export interface TableSettings {
  name: string;
  settings: string;
}

export async function settingsOf(db: Database): Promise<TableSettings[]> {
  const { rows } = await db.query<TableSettings>(
    `select quote_ident(relname) as name, coalesce(array_to_string(reloptions, ', '), '') as settings
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  return rows;
}

/** Every table as PostgreSQL does where nothing is set. */
export async function vacuumByDefaults(db: Database): Promise<void> {
  for (const { name } of await settingsOf(db)) await db.query(`alter table ${name} set (${defaults})`);
}

/** As they were. */
export async function restoreSettings(db: Database, before: readonly TableSettings[]): Promise<void> {
  const names = defaults.replaceAll(/ = [^,]+/g, '');
  for (const { name, settings } of before) {
    await db.query(`alter table ${name} reset (${names})`);
    if (settings !== '') await db.query(`alter table ${name} set (${settings})`);
  }
}
