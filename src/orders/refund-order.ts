/** Refunds an issued order: blocks its code, drops its messages, returns its sum, or to a choice certificate what it took of it. */
import { withdrawDeliveries } from '../messaging/queue/schedule.ts';
import { postTransfers } from '../ledger/post-transfers.ts';
import { atomically, type DatabaseOrTx, type Tx } from '../platform/database/database.ts';
import { findRedemptions } from '../redemption/find-redemption.ts';
import { takeBack } from '../redemption/take-back.ts';
import { takenOf } from '../vault/balances.ts';
import { holdCode, withdrawCode } from '../vault/sold-codes.ts';
import { giveBackExchanged, isExchanged } from './exchange/exchanged-orders.ts';
import type { RequestKey } from './find-requests.ts';
import type { RequestState } from './states.ts';

export type Refunded =
  /** The sum of the client, or what is back on the choice certificate that has paid it. */
  | { is: 'refunded'; sumKopecks: number; toCertificate?: true }
  | { is: 'no-order' | 'test-order' }
  | { is: 'not-issued'; state: RequestState }
  | { is: 'refunded-before'; at: Date }
  | { is: 'redeemed'; at: Date; till: string }
  /** Only the whole sum can be returned, and a part of it was used. */
  | { is: 'redeemed-in-part'; takenKopecks: number }
  | { is: 'not-redeemed' };

export interface RefundAsk extends RequestKey {
  note: string;
  /** For a redeemed certificate that the supplier has taken back. */
  takenBack?: boolean;
}

interface IssuedRequest {
  state: RequestState;
  testmode: boolean;
  supplier_id: number;
  sum_kopecks: number;
  face_kopecks: number;
  refunded_at: Date | null;
  code_id: number | null;
}

/**
 * Takes back a certificate of which nothing is redeemed, or all of which the supplier took back after its redemption: blocks its code
 * permanently, drops unsent letters and returns its sum to the client. A till that is redeeming it locks the same code,
 * so one of the two comes first and the other is refused.
 */
export const refundOrder = (db: DatabaseOrTx, ask: RefundAsk, now: Date): Promise<Refunded> =>
  atomically(db, (tx) => refund(tx, ask, now));

async function refund(tx: Tx, ask: RefundAsk, now: Date): Promise<Refunded> {
  const { clientId, requestId, note } = ask;
  const request = await lockIssued(tx, ask);
  if (request === null) return { is: 'no-order' };
  if (request.testmode) return { is: 'test-order' };
  if (request.state !== 'issued') return { is: 'not-issued', state: request.state };
  if (request.refunded_at !== null) return { is: 'refunded-before', at: request.refunded_at };
  const { supplier_id: supplierId, code_id: codeId, sum_kopecks: sumKopecks } = request;
  if (codeId === null) throw new Error('An issued order has no code.');
  const key = { supplierId, codeId };
  await holdCode(tx, key);
  // Read after the code is locked: the previous holder has committed.
  const [redemption] = await findRedemptions(tx, { ...key, idempotencyKey: null });
  if (redemption === undefined) {
    const takenKopecks = await takenOf(tx, key);
    if (takenKopecks > 0) return { is: 'redeemed-in-part', takenKopecks };
  }
  if (ask.takenBack === true) {
    if (redemption === undefined) return { is: 'not-redeemed' };
    await takeBack(tx, key, now);
  } else if (redemption !== undefined) {
    return { is: 'redeemed', at: redemption.redeemedAt, till: redemption.till };
  }
  await withdrawCode(tx, key);
  await withdrawDeliveries(tx, ask, now);
  await tx.query(`update requests set refunded_at = $3 where client_id = $1 and id = $2`, [
    clientId,
    requestId,
    now,
  ]);
  if (isExchanged({ sumKopecks })) {
    await giveBackExchanged(tx, [{ clientId, requestId, sumKopecks }], now);
    return { is: 'refunded', sumKopecks: request.face_kopecks, toCertificate: true };
  }
  await postTransfers(tx, [{ clientId, kind: 'refund', amountKopecks: sumKopecks, requestId, note }], now);
  return { is: 'refunded', sumKopecks };
}

/** Concurrent refunds of the same order wait here. */
async function lockIssued(tx: Tx, { clientId, requestId }: RequestKey): Promise<IssuedRequest | null> {
  const { rows } = await tx.query<IssuedRequest>(
    `select r.state, r.testmode, r.supplier_id, r.sum_kopecks, r.face_kopecks, r.refunded_at, t.code_id
     from requests r left join certificates t on t.client_id = r.client_id and t.request_id = r.id
     where r.client_id = $1 and r.id = $2 for update of r`,
    [clientId, requestId],
  );
  return rows[0] ?? null;
}
