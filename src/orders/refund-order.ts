/** Refunds an issued order: blocks its code, drops its messages, returns what is left of its sum, or to a choice certificate what it took of it. */
import { withdrawDeliveries } from '../messaging/queue/schedule.ts';
import { lockAccounts, postTransfers } from '../ledger/post-transfers.ts';
import { atomically, type DatabaseOrTx, type Tx } from '../platform/database/database.ts';
import { findRedemptions } from '../redemption/find-redemption.ts';
import { takeBack } from '../redemption/take-back.ts';
import { takenOf } from '../vault/balances.ts';
import { holdCode, withdrawCode, type CodeKey } from '../vault/sold-codes.ts';
import { giveBackExchanged, hasChosenOnItsWay, isExchanged } from './exchange/exchanged-orders.ts';
import { findRefundedCard, returnToClient } from './exchange/refunded-card.ts';
import type { RequestKey } from './find-requests.ts';
import { paidFor } from './paid-for.ts';
import type { RequestState } from './states.ts';

export type Refunded =
  /** What the client has got back, or what is back on the choice certificate that has paid it. */
  | { is: 'refunded'; sumKopecks: number; toCertificate?: true }
  | { is: 'no-order' | 'test-order' }
  | { is: 'not-issued'; state: RequestState }
  | { is: 'refunded-before'; at: Date }
  | { is: 'redeemed'; at: Date; till: string }
  /** A choice certificate has paid it, to which only the whole goes back. */
  | { is: 'redeemed-in-part'; takenKopecks: number }
  /** All of it was exchanged, or so much of it was used that the rest is worth nothing. */
  | { is: 'nothing-left' }
  /** Something that was chosen for it has not ended, and may give its part back. */
  | { is: 'chosen-on-its-way' }
  | { is: 'not-redeemed' };

export interface RefundAsk extends RequestKey {
  note: string;
  /** For a redeemed certificate that the supplier has taken back. */
  takenBack?: boolean;
}

interface IssuedRequest {
  state: RequestState;
  testmode: boolean;
  supplierId: number;
  sumKopecks: number;
  faceKopecks: number;
  refundedAt: Date | null;
  codeId: number | null;
}

/**
 * Takes back a certificate that is not used up, or all of which the supplier took back after its redemption: blocks its code permanently,
 * drops unsent letters and returns to the client what it has paid for what is left. A till that is redeeming it locks the same code,
 * so one of the two comes first, and the other sees what it did.
 */
export const refundOrder = (db: DatabaseOrTx, ask: RefundAsk, now: Date): Promise<Refunded> =>
  atomically(db, (tx) => refund(tx, ask, now));

async function refund(tx: Tx, ask: RefundAsk, now: Date): Promise<Refunded> {
  const request = await lockIssued(tx, ask);
  if (request === null) return { is: 'no-order' };
  if (request.testmode) return { is: 'test-order' };
  if (request.state !== 'issued') return { is: 'not-issued', state: request.state };
  if (request.refundedAt !== null) return { is: 'refunded-before', at: request.refundedAt };
  const { supplierId, codeId } = request;
  if (codeId === null) throw new Error('An issued order has no code.');
  const code = { supplierId, codeId };
  // Before the code, as whoever gives back to a choice certificate.
  await lockAccounts(tx, [ask.clientId]);
  await holdCode(tx, code);
  const judged = await judge(tx, { ask, code, request });
  if (judged.is !== 'refundable') return judged;
  if (ask.takenBack === true) await takeBack(tx, code, now);
  await withdrawCode(tx, code, { isUsed: judged.isUsed });
  await withdrawDeliveries(tx, ask, now);
  await tx.query(`update requests set refunded_at = $3 where client_id = $1 and id = $2`, [
    ask.clientId,
    ask.requestId,
    now,
  ]);
  return isExchanged(request)
    ? giveBack(tx, ask, request, now)
    : payBack(tx, ask, judged.returnedKopecks, now);
}

interface Judging {
  ask: RefundAsk;
  code: CodeKey;
  request: IssuedRequest;
}

/** Reads after the code is locked: the previous holder has committed. */
async function judge(
  tx: Tx,
  { ask, code, request }: Judging,
): Promise<Refunded | { is: 'refundable'; returnedKopecks: number; isUsed: boolean }> {
  const { sumKopecks, faceKopecks } = request;
  const [redemption] = await findRedemptions(tx, { ...code, idempotencyKey: null });
  if (ask.takenBack === true)
    return redemption === undefined
      ? { is: 'not-redeemed' }
      : { is: 'refundable', returnedKopecks: sumKopecks, isUsed: false };
  if (redemption !== undefined) return { is: 'redeemed', at: redemption.redeemedAt, till: redemption.till };
  const takenKopecks = await takenOf(tx, code);
  if (takenKopecks === 0) return { is: 'refundable', returnedKopecks: sumKopecks, isUsed: false };
  if (isExchanged(request)) return { is: 'redeemed-in-part', takenKopecks };
  if (await hasChosenOnItsWay(tx, { clientId: ask.clientId, cardRequestId: ask.requestId }))
    return { is: 'chosen-on-its-way' };
  const returnedKopecks = paidFor(request, faceKopecks - takenKopecks);
  return returnedKopecks === 0 ? { is: 'nothing-left' } : { is: 'refundable', returnedKopecks, isUsed: true };
}

async function payBack(
  tx: Tx,
  { clientId, requestId, note }: RefundAsk,
  kopecks: number,
  now: Date,
): Promise<Refunded> {
  if (kopecks > 0)
    await postTransfers(tx, [{ clientId, kind: 'refund', amountKopecks: kopecks, requestId, note }], now);
  return { is: 'refunded', sumKopecks: kopecks };
}

/** To the choice certificate; or to the client, if that was refunded meanwhile. Whoever refunds it holds the accounts of the client. */
async function giveBack(
  tx: Tx,
  ask: RefundAsk,
  { sumKopecks, faceKopecks }: IssuedRequest,
  now: Date,
): Promise<Refunded> {
  const { clientId, requestId } = ask;
  const card = await findRefundedCard(tx, ask);
  if (card !== null)
    return payBack(tx, ask, await returnToClient(tx, ask, paidFor(card, faceKopecks), now), now);
  await giveBackExchanged(tx, [{ clientId, requestId, sumKopecks }], now);
  return { is: 'refunded', sumKopecks: faceKopecks, toCertificate: true };
}

/** Concurrent refunds of the same order wait here. */
async function lockIssued(tx: Tx, { clientId, requestId }: RequestKey): Promise<IssuedRequest | null> {
  const { rows } = await tx.query<IssuedRequest>(
    `select r.state, r.testmode, r.supplier_id as "supplierId", r.sum_kopecks as "sumKopecks", r.face_kopecks as "faceKopecks",
       r.refunded_at as "refundedAt", t.code_id as "codeId"
     from requests r left join certificates t on t.client_id = r.client_id and t.request_id = r.id
     where r.client_id = $1 and r.id = $2 for update of r`,
    [clientId, requestId],
  );
  return rows[0] ?? null;
}
