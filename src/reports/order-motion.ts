/** Whether more will soon happen to an order, so that its page has to be refreshed. */
import type { Sql } from '../platform/database/database.ts';

export interface OrderMotion {
  /** Differs after each step of the order, so that a page can tell whether it is out of date. */
  state: string;
  isMoving: boolean;
}

/** A message that is sent later than this does not keep the page waiting. */
const soonMs = 3_600_000;
/** How long a page waits for the report of a message that was sent. */
const reportMs = 600_000;

/** Null: there is no such order. It is asked again and again, so it is one statement that reads few rows. */
export async function readOrderMotion(
  db: Sql,
  { clientId, requestId }: { clientId: number; requestId: number },
  now: Date,
): Promise<OrderMotion | null> {
  const { rows } = await db.query<OrderMotion>(
    `select concat_ws(' ', r.state, r.refunded_at is not null, d.steps, c.state, c.attempts) as state,
       r.state in ('queued', 'obtaining', 'delayed') or coalesce(d.moves, false) or coalesce(c.state = 'due', false) as "isMoving"
     from requests r
     left join callbacks c on c.client_id = r.client_id and c.request_id = r.id
     cross join lateral (
       select string_agg(concat_ws(' ', channel, kind, round, state, attempts, report), ' ' order by channel, kind, round) as steps,
         bool_or(state in ('due', 'waiting') and due_at < $3 or state = 'sent' and report is null and sent_at > $4) as moves
       from deliveries where client_id = $1 and request_id = $2) d
     where r.client_id = $1 and r.id = $2`,
    [clientId, requestId, new Date(now.getTime() + soonMs), new Date(now.getTime() - reportMs)],
  );
  return rows[0] ?? null;
}
