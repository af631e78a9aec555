/** Refunds of orders whose choice certificate was refunded before: the client has got the rest of it, and gets this too. */
import type { Sql, Tx } from '../../platform/database/database.ts';
import type { RequestKey } from '../find-requests.ts';

export interface RefundedCard {
  sumKopecks: number;
  faceKopecks: number;
  /** What its client has got back so far, for itself and for what was chosen. */
  returnedKopecks: number;
}

/** The choice certificate that has paid an order; null: it was not refunded. */
export async function findRefundedCard(
  db: Sql,
  { clientId, requestId }: RequestKey,
): Promise<RefundedCard | null> {
  const { rows } = await db.query<RefundedCard>(
    `select card.sum_kopecks as "sumKopecks", card.face_kopecks as "faceKopecks",
       (coalesce((select sum(m.amount_kopecks) from transfers m
         where m.client_id = card.client_id and m.request_id = card.id and m.phase = 3), 0)
       + coalesce((select sum(o.returned_kopecks) from exchanged_orders o
         where o.client_id = card.client_id and o.card_request_id = card.id), 0))::bigint as "returnedKopecks"
     from exchanged_orders e join requests card on card.client_id = e.client_id and card.id = e.card_request_id
     where e.client_id = $1 and e.request_id = $2 and card.refunded_at is not null`,
    [clientId, requestId],
  );
  return rows[0] ?? null;
}

/** Its part of the blocked code stays taken, so that the ledger still shows how much of the certificate was refunded. */
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
