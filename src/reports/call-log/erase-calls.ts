/** Deletes the kept calls of a client: all, or those that are about some orders. */
import type { Sql, Tx } from '../../platform/database/database.ts';

/** An order by what calls about it contain. */
interface CalledOrder {
  requestId: number;
  uuid: string;
  comment: string;
}

/** Deletes all kept calls of a client. */
export async function eraseCallsOfClient(db: Sql, clientId: number): Promise<number> {
  const { rowCount } = await db.query(`delete from api_calls where client_id = $1`, [clientId]);
  return rowCount ?? 0;
}

/** Deletes the kept calls of a client that are about one of these orders: their comments may name persons. */
export async function eraseCalls(tx: Tx, clientId: number, orders: readonly CalledOrder[]): Promise<number> {
  if (orders.length === 0) return 0;
  const fields = orders.flatMap(({ uuid, comment }) => [
    ...(uuid === '' ? [] : [`"uuid": ${JSON.stringify(uuid)}`]),
    ...(comment === '' ? [] : [`"comment": ${JSON.stringify(comment)}`]),
  ]);
  const { rowCount } = await tx.query(
    `delete from api_calls where client_id = $1 and (
       (asked || ' ' || answered) ~ $2
       or exists (select from unnest($3::text[]) as f (text) where position(f.text in asked || ' ' || answered) > 0))`,
    [clientId, `\\m(${orders.map(({ requestId }) => requestId).join('|')})\\M`, fields],
  );
  return rowCount ?? 0;
}
