/** Sizes of the hot tables over a run, as a curve. */
import type { Database } from '../../src/platform/database/database.ts';
import type { Curve } from '../report/line.ts';

/**
 * Small tables and queues of the hot paths: their rows come and go, or are written again with each batch. Not `unlisted_codes`, which
 * grows with what is sold until a supplier fetches it.
 */
const hot = [
  'accounts',
  'stock',
  'stock_available',
  'throttle_counts',
  'requests_due',
  'deliveries_due',
  'callbacks_due',
] as const;

export interface HotSize {
  name: string;
  kilobytes: number;
}

/** Tables with their indexes; a queue is the index of what is due. */
export async function hotSizes(db: Database): Promise<HotSize[]> {
  const { rows } = await db.query<HotSize>(
    `select name, (pg_total_relation_size(to_regclass(name)) / 1024)::bigint as kilobytes
     from unnest($1::text[]) as name where to_regclass(name) is not null`,
    [hot],
  );
  return rows;
}

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

/** Sizes after each round over the orders that have passed. */
export function sizesCurve(name: string, title: string, rounds: HotSize[][], ordersInRound: number): Curve {
  return {
    name,
    title,
    x: { label: 'orders accepted and issued' },
    y: { label: 'kB' },
    series: hot.map((one) => ({
      name: one,
      points: rounds.map((sizes, round): [number, number] => [
        (round + 1) * ordersInRound,
        sizes.find((size) => size.name === one)?.kilobytes ?? 0,
      ]),
    })),
  };
}
