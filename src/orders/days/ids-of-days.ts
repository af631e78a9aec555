import type { Sql } from '../../platform/database/database.ts';
import { dayAfter } from '../../platform/time/moscow-time.ts';

/** First and last day (`YYYY-MM-DD`, Moscow); null: without an end. */
export interface Days {
  from: string | null;
  until: string | null;
}

/**
 * The first and last id of a client's orders of some days, by its counted days: a day that is not counted yet is the last.
 * Orders accepted around midnight may have ids that are a moment out of order.
 */
export async function idsOfDays(
  db: Sql,
  clientId: number,
  { from, until }: Days,
): Promise<[first: number, last: number]> {
  if (from === null && until === null) return [0, Number.MAX_SAFE_INTEGER];
  const { rows } = await db.query<{ before: number | null; after: number | null }>(
    `select (select last_request from order_day_spans where client_id = $1 and day < $2::date
         order by day desc limit 1) as before,
       (select first_request from order_day_spans where client_id = $1 and day >= $3::date
         order by day limit 1) as after`,
    [clientId, from, until === null ? null : dayAfter(until, 1)],
  );
  const { before = null, after = null } = rows[0] ?? {};
  return [(before ?? -1) + 1, after === null ? Number.MAX_SAFE_INTEGER : after - 1];
}
