/** Callbacks of all clients, for the operator. */
import type { ListedCallback } from '../callbacks/list-callbacks.ts';
import type { Sql } from '../platform/database/database.ts';

export interface CallbackOfAll extends ListedCallback {
  clientId: number;
  client: string;
}

export interface GivenUpAsk {
  /** Null: of all clients. */
  clientId: number | null;
  /** Where the page before ended. */
  after: { requestId: number; at: Date } | null;
  limit: number;
}

const columns = `b.client_id as "clientId", c.name as client, b.request_id as "requestId", b.state, b.format, b.attempts,
  b.announced_at as "announcedAt", b.due_at as "dueAt", b.ended_at as "endedAt",
  split_part(split_part(b.url, '?', 1), '#', 1) as address, b.last_status as "lastStatus", b.last_problem as "lastProblem"`;

/** Callbacks that were given up, the last first: one range of one index. */
export async function listGivenUp(db: Sql, { clientId, after, limit }: GivenUpAsk): Promise<CallbackOfAll[]> {
  const ofClient = clientId !== null;
  const { rows } = await db.query<CallbackOfAll>(
    `select ${columns} from (
       select * from callbacks
       where state = 'abandoned' and ${ofClient ? 'client_id = $4' : '$4::bigint is null'}
         and (ended_at, request_id) < (coalesce($2::timestamptz, 'infinity'), coalesce($3::bigint, 0))
       order by ${ofClient ? 'client_id desc, ' : ''}ended_at desc, request_id desc limit $1) b
     join clients c on c.id = b.client_id
     order by b.ended_at desc, b.request_id desc`,
    [limit, after?.at ?? null, after?.requestId ?? null, clientId],
  );
  return rows;
}

/** The callback of one request, whatever its state. */
export async function findOfRequest(db: Sql, requestId: number): Promise<CallbackOfAll[]> {
  const { rows } = await db.query<CallbackOfAll>(
    `select ${columns} from clients c join callbacks b on b.client_id = c.id and b.request_id = $1`,
    [requestId],
  );
  return rows;
}

/** A client's receiver that has left a callback unaccepted and accepted none since. */
export interface DeadReceiver {
  clientId: number;
  client: string;
  address: string;
  failedAt: Date;
  /** Given up since then; `mostCounted` + 1: more than that. */
  givenUp: number;
}

export const mostCounted = 1000;
const mostReceivers = 100;

export async function listDeadReceivers(db: Sql): Promise<DeadReceiver[]> {
  const { rows } = await db.query<DeadReceiver>(
    `select f.client_id as "clientId", c.name as client, f.failed_at as "failedAt",
       coalesce(split_part(split_part(c.callback_url, '?', 1), '#', 1), '') as address, n.given_up as "givenUp"
     from (select * from failed_receivers where recovered_at is null order by failed_at limit ${mostReceivers}) f
     join clients c on c.id = f.client_id
     cross join lateral (
       select count(*) as given_up from (
         select from callbacks where client_id = f.client_id and state = 'abandoned' and ended_at >= f.failed_at
         limit ${mostCounted + 1}) few) n
     order by f.failed_at`,
  );
  return rows;
}
