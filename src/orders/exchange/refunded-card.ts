/** What is refunded after its choice certificate was: the rest of that is with the client, and so goes this. */
import type { Sql, Tx } from '../../platform/database/database.ts';
import type { RequestKey } from '../find-requests.ts';

/** The sum and face of the choice certificate that has paid an order; null: it was not refunded. */
export async function findRefundedCard(
  db: Sql,
  { clientId, requestId }: RequestKey,
): Promise<{ sumKopecks: number; faceKopecks: number } | null> {
  const { rows } = await db.query<{ sumKopecks: number; faceKopecks: number }>(
    `select card.sum_kopecks as "sumKopecks", card.face_kopecks as "faceKopecks"
     from exchanged_orders e join requests card on card.client_id = e.client_id and card.id = e.card_request_id
     where e.client_id = $1 and e.request_id = $2 and card.refunded_at is not null`,
    [clientId, requestId],
  );
  return rows[0] ?? null;
}

/** Its part stays taken of the code, which is blocked, so that the book still says of what the certificate itself was refunded. */
export async function returnToClient(
  tx: Tx,
  { clientId, requestId }: RequestKey,
  kopecks: number,
  now: Date,
): Promise<number> {
  const { rowCount } = await tx.query(
    `update exchanged_orders set given_back_at = $3, returned_kopecks = $4
     where client_id = $1 and request_id = $2 and given_back_at is null`,
    [clientId, requestId, now, kopecks],
  );
  if (rowCount !== 1) throw new Error('An order returns what it has not taken.');
  return kopecks;
}
