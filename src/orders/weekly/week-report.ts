import type { Sql } from '../../platform/database/database.ts';
import { dayAfter } from '../../platform/time/moscow-time.ts';

/** What a client ordered in a week, without test orders, from its counted days. */
export interface WeekReport {
  /** Whose week it is: whoever works for two clients gets a letter of each. */
  client: string;
  /** Monday of the week. */
  week: string;
  issued: number;
  sumKopecks: number;
  failed: number;
  cancelled: number;
  /** Not ended yet. */
  open: number;
  /** Figures of the week before. */
  issuedBefore: number;
  sumKopecksBefore: number;
  /** Those of which most was issued. */
  products: { title: string; orders: number; sumKopecks: number }[];
  /** Why orders brought no certificate, the most frequent first. */
  failures: { code: number; orders: number }[];
}

export const daysOfWeek = 7;
const mostListed = 5;

export interface WeekAsk {
  clientId: number;
  week: string;
}

export async function readWeek(db: Sql, { clientId, week }: WeekAsk): Promise<WeekReport> {
  const bounds = [clientId, week, dayAfter(week, daysOfWeek)];
  const { rows: totals } = await db.query<Omit<WeekReport, 'week' | 'products' | 'failures'>>(
    `select (select name from clients where id = $1) as client,
       coalesce(sum(orders) filter (where day >= $2 and outcome = 'issued'), 0)::bigint as issued,
       coalesce(sum(sum_kopecks) filter (where day >= $2 and outcome = 'issued'), 0)::bigint as "sumKopecks",
       coalesce(sum(orders) filter (where day >= $2 and outcome = 'failed'), 0)::bigint as failed,
       coalesce(sum(orders) filter (where day >= $2 and outcome = 'cancelled'), 0)::bigint as cancelled,
       coalesce(sum(orders) filter (where day >= $2 and outcome = 'open'), 0)::bigint as open,
       coalesce(sum(orders) filter (where day < $2 and outcome = 'issued'), 0)::bigint as "issuedBefore",
       coalesce(sum(sum_kopecks) filter (where day < $2 and outcome = 'issued'), 0)::bigint as "sumKopecksBefore"
     from order_days where client_id = $1 and day >= $4 and day < $3`,
    [...bounds, dayAfter(week, -daysOfWeek)],
  );
  const { rows: products } = await db.query<WeekReport['products'][number]>(
    `select p.title, sum(o.orders)::bigint as orders, sum(o.sum_kopecks)::bigint as "sumKopecks"
     from order_days o join products p on p.id = o.product_id
     where o.client_id = $1 and o.day >= $2 and o.day < $3 and o.outcome = 'issued'
     group by o.product_id, p.title order by 3 desc, o.product_id limit ${mostListed}`,
    bounds,
  );
  const { rows: failures } = await db.query<WeekReport['failures'][number]>(
    `select error_code as code, sum(orders)::bigint as orders from order_days
     where client_id = $1 and day >= $2 and day < $3 and outcome in ('failed', 'cancelled')
     group by error_code order by 2 desc, 1 limit ${mostListed}`,
    bounds,
  );
  const [total] = totals;
  if (total === undefined) throw new Error('A sum has one row.');
  return { week, ...total, products, failures };
}
