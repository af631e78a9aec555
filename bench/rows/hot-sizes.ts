/** Sizes of the hot tables. */
import type { Database } from '../../src/platform/database/database.ts';

/** Queue tables: most of their rows are history, and the index of what is due must stay short. */
const queues = ['requests', 'deliveries', 'callbacks', 'exchanges'];
const small = ['accounts', 'stock', 'stock_available', 'throttle_counts', 'worker_rounds'];

/** As small as after their making, for a run that follows another. */
export async function shrinkSmall(db: Database): Promise<void> {
  for (const name of small) await db.query(`vacuum (full, analyze) ${name}`);
  for (const name of queues) await db.query(`reindex index ${name}_due`);
}

export interface TableState {
  /** Of all of them. */
  deadRows: number;
  queueKilobytes: number;
  smallKilobytes: number;
}

export async function readTableState(db: Database): Promise<TableState> {
  const { rows } = await db.query<TableState>(
    `select (select sum(n_dead_tup)::bigint from pg_stat_user_tables where relname = any($1::text[] || $2::text[])) as "deadRows",
       (select sum(pg_relation_size(to_regclass(name || '_due')) / 1024)::bigint from unnest($1::text[]) as name) as "queueKilobytes",
       (select sum(pg_total_relation_size(to_regclass(name)) / 1024)::bigint from unnest($2::text[]) as name) as "smallKilobytes"`,
    [queues, small],
  );
  const [state] = rows;
  if (state === undefined) throw new Error('The tables have no sizes.');
  return state;
}
