/** Finds by time in requests, which are indexed by id alone. */
import type { Sql } from '../../platform/database/database.ts';

interface Row {
  id: number;
  accepted_at: Date;
}

/**
 * About the first request that a client placed at a time or later, by halving: ids rise with time, and no index by time is
 * needed. Null: none.
 */
export async function firstRequestSince(db: Sql, clientId: number, since: Date): Promise<number | null> {
  const [first, last] = [await edge(db, clientId, 'asc'), await edge(db, clientId, 'desc')];
  if (first === null || last === null || last.accepted_at < since) return null;
  if (first.accepted_at >= since) return first.id;
  let [before, notBefore] = [first.id, last.id];
  while (notBefore - before > 1) {
    const middle = before + Math.floor((notBefore - before) / 2);
    const next = await nextFrom(db, clientId, middle);
    if (next.accepted_at >= since) notBefore = middle;
    else before = next.id;
  }
  return notBefore;
}

async function edge(db: Sql, clientId: number, order: 'asc' | 'desc'): Promise<Row | null> {
  const { rows } = await db.query<Row>(
    `select id, accepted_at from requests where client_id = $1 order by client_id ${order}, id ${order} limit 1`,
    [clientId],
  );
  return rows[0] ?? null;
}

async function nextFrom(db: Sql, clientId: number, id: number): Promise<Row> {
  const { rows } = await db.query<Row>(
    `select id, accepted_at from requests where client_id = $1 and id >= $2 order by client_id, id limit 1`,
    [clientId, id],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('A request between two others is not there.');
  return row;
}
