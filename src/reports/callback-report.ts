import type { Sql } from '../platform/database/database.ts';

/** A callback and its last attempt. The address is shown without its query, which may hold a receiver's secret. */
export interface CallbackLine {
  clientId: number;
  requestId: number;
  state: 'due' | 'accepted' | 'abandoned';
  attempts: number;
  announcedAt: Date;
  dueAt: Date;
  endedAt: Date | null;
  address: string;
  lastStatus: number | null;
  lastProblem: string | null;
}

export interface CallbackFilter {
  clientId: number | null;
  state: CallbackLine['state'] | null;
  limit: number;
}

/** The newest callbacks, of one client or all. */
export async function listCallbacks(db: Sql, filter: CallbackFilter): Promise<CallbackLine[]> {
  const { rows } = await db.query<CallbackLine>(
    `select b.client_id as "clientId", b.request_id as "requestId", b.state, b.attempts,
       b.announced_at as "announcedAt", b.due_at as "dueAt", b.ended_at as "endedAt",
       split_part(split_part(b.url, '?', 1), '#', 1) as address,
       a.http_status as "lastStatus", a.problem as "lastProblem"
     from clients c,
       lateral (
         select * from callbacks
         where client_id = c.id and ($2::text is null or state = $2)
         order by request_id desc limit $3) b
     left join lateral (
       select http_status, problem from callback_attempts
       where client_id = b.client_id and request_id = b.request_id order by attempt desc limit 1) a on true
     where $1::bigint is null or c.id = $1
     order by b.request_id desc limit $3`,
    [filter.clientId, filter.state, filter.limit],
  );
  return rows;
}
