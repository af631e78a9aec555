/** Callbacks of one client, page by page. */
import type { CallbackFormat } from '../clients/client.ts';
import type { Sql } from '../platform/database/database.ts';

export type CallbackState = 'due' | 'accepted' | 'abandoned';

/** A callback and its last attempt. The address is shown without its query, which may hold a receiver's secret. */
export interface ListedCallback {
  requestId: number;
  state: CallbackState;
  format: CallbackFormat;
  attempts: number;
  announcedAt: Date;
  /** Time of the next attempt, while it is due. */
  dueAt: Date;
  endedAt: Date | null;
  address: string;
  /** Null: no answer. */
  lastStatus: number | null;
  /** Null: no attempt. */
  lastProblem: string | null;
}

export const listedColumns = `request_id as "requestId", state, format, attempts, announced_at as "announcedAt",
  due_at as "dueAt", ended_at as "endedAt", split_part(split_part(url, '?', 1), '#', 1) as address,
  last_status as "lastStatus", last_problem as "lastProblem"`;

/** Where the page before ended: the row itself, and when it is sorted by. */
export interface CallbackKey {
  requestId: number;
  at: Date;
}

export interface CallbackPageAsk {
  clientId: number;
  /** All: newest request first. Failed: newest end first. Waiting: next attempt first. */
  which: 'all' | 'failed' | 'waiting' | 'one';
  /** The one request. */
  requestId?: number;
  /** For failed ones when they ended, for waiting ones when the next attempt is. */
  from?: Date | null;
  until?: Date | null;
  /** For the list of all: the first and last request. */
  requests?: readonly [number, number] | null;
  after?: CallbackKey | null;
  limit: number;
}

/** Each way of looking is one range of one index, so a page costs the same at ten callbacks and ten million. */
export async function listCallbacksOf(db: Sql, ask: CallbackPageAsk): Promise<ListedCallback[]> {
  const { clientId, which, from = null, until = null, after = null, limit } = ask;
  const [first, last] = ask.requests ?? [0, Number.MAX_SAFE_INTEGER];
  const [id, at] = [after?.requestId ?? null, after?.at ?? null];
  const read = (where: string, values: unknown[]): Promise<{ rows: ListedCallback[] }> =>
    db.query<ListedCallback>(`select ${listedColumns} from callbacks where ${where}`, [
      clientId,
      limit,
      ...values,
    ]);
  switch (which) {
    case 'all':
      return (
        await read(
          `client_id = $1 and request_id between $3 and $4 order by client_id desc, request_id desc limit $2`,
          [first, id === null ? last : Math.min(last, id - 1)],
        )
      ).rows;
    case 'failed':
      return (
        await read(
          // Rows are compared with their client: by `client_id = $1` the index of all clients' failures would do as well.
          `state = 'abandoned' and (client_id, ended_at) >= ($1::bigint, coalesce($3::timestamptz, '-infinity'))
             and (client_id, ended_at) < ($1::bigint, coalesce($4::timestamptz, 'infinity'))
             and (client_id, ended_at, request_id) < ($1::bigint, coalesce($5::timestamptz, 'infinity'), coalesce($6::bigint, 0))
           order by client_id desc, ended_at desc, request_id desc limit $2`,
          [from, until, at, id],
        )
      ).rows;
    case 'one':
      return (await read(`client_id = $1 and request_id = $3 limit $2`, [ask.requestId ?? null])).rows;
    case 'waiting':
      return (
        await read(
          `client_id = $1 and state = 'due' and due_at >= coalesce($3::timestamptz, '-infinity')
             and due_at < coalesce($4::timestamptz, 'infinity')
             and (due_at, request_id) > (coalesce($5::timestamptz, '-infinity'), coalesce($6::bigint, 0))
           order by due_at, request_id limit $2`,
          [from, until, at, id],
        )
      ).rows;
  }
}

/** The value by which a page of this kind is sorted. */
export const keyOf = (which: CallbackPageAsk['which'], row: ListedCallback): CallbackKey => ({
  requestId: row.requestId,
  at: which === 'failed' ? (row.endedAt ?? row.dueAt) : row.dueAt,
});
