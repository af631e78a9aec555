/** Sizes of the hot tables over a run, as a curve. */
import type { Database } from '../../src/platform/database/database.ts';
import type { Curve } from '../report/line.ts';

/** Small tables and queues of the hot paths: their rows come and go, or are written again with each batch. */
const hot = [
  'accounts',
  'stock',
  'stock_available',
  'unlisted_codes',
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
