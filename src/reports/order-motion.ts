/** Whether an order is on its way, for pages that follow it. */
import type { Sql } from '../platform/database/database.ts';

export interface OrderMotion {
  /** Changes with each step of it. */
  state: string;
  isMoving: boolean;
}

/** What is sent later is not waited for; nor a report that has not come for so long. */
const soonMs = 3_600_000;
const reportMs = 600_000;

/** Null: there is no such order. One statement that reads few rows. */
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
