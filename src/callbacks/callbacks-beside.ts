/** Finds the newer and the older callback in the list from which one was opened. */
import type { Sql } from '../platform/database/database.ts';
import type { ListedCallback } from './list-callbacks.ts';

/** All of a client; those given up, of a client or of all. */
export type CallbackListKind = 'all' | 'failed' | 'failed-of-all';

/** Numbers of requests; null where the list ends. */
export interface CallbacksBeside {
  newer: number | null;
  older: number | null;
}

interface Place extends Pick<ListedCallback, 'requestId' | 'state' | 'endedAt'> {
  clientId: number;
  list: CallbackListKind;
}

/** Null: it does not stand in that list. */
export async function callbacksBeside(db: Sql, place: Place): Promise<CallbacksBeside | null> {
  if (place.list !== 'all' && (place.state !== 'abandoned' || place.endedAt === null)) return null;
  const [newer, older] = await Promise.all([next(db, place, 'newer'), next(db, place, 'older')]);
  return { newer, older };
}

/** Each is the next row of the index that its list reads. */
async function next(
  db: Sql,
  { clientId, requestId, endedAt, list }: Place,
  direction: 'newer' | 'older',
): Promise<number | null> {
  const [is, order] = direction === 'newer' ? ['>', 'asc'] : ['<', 'desc'];
  const read = async (where: string, values: unknown[]): Promise<number | null> => {
    const { rows } = await db.query<{ requestId: number }>(
      `select request_id as "requestId" from callbacks where ${where} limit 1`,
      values,
    );
    return rows[0]?.requestId ?? null;
  };
  switch (list) {
    case 'all':
      return read(`client_id = $1 and request_id ${is} $2 order by client_id ${order}, request_id ${order}`, [
        clientId,
        requestId,
      ]);
    case 'failed':
      return read(
        `state = 'abandoned' and client_id = $1
           and (client_id, ended_at, request_id) ${is} ($1::bigint, $2::timestamptz, $3::bigint)
         order by client_id ${order}, ended_at ${order}, request_id ${order}`,
        [clientId, endedAt, requestId],
      );
    case 'failed-of-all':
      return read(
        `state = 'abandoned' and (ended_at, request_id) ${is} ($1::timestamptz, $2::bigint)
         order by ended_at ${order}, request_id ${order}`,
        [endedAt, requestId],
      );
  }
}
