import { randomBytes } from 'node:crypto';
import { atomically, type DatabaseOrTx, type Tx } from '../platform/database/database.ts';
import type { CrashPoint } from '../platform/process/crash-point.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { findCode, type FoundCode } from '../vault/find-code.ts';
import { codeState } from './code-state.ts';
import { findRedemptions, type Redemption } from './find-redemption.ts';
import { isAllowed, redeemerOf, type Till } from './till.ts';

/** Crockford's alphabet: easy to read out and type. 12 symbols are 60 bits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const transactionSymbols = 12;

export interface RedeemAsk {
  till: Till;
  number: string;
  /** Idempotency key: the same key and number get the same answer. */
  idempotencyKey: string | null;
}

export type Redeemed =
  | { is: 'redeemed'; transaction: string; redeemedAt: Date; productTitle: string; faceKopecks: number }
  | { is: 'already-redeemed'; redeemedAt: Date; till: string }
  | { is: 'unknown' | 'inactive' | 'expired' | 'blocked' }
  /** What this key redeemed was undone since: a repeat does not redeem it again. */
  | { is: 'undone' }
  /** The key was used with another code. */
  | { is: 'other-code' };

/**
 * Redeems a certificate once: the unique index of redemptions in force lets only one of any number of tills succeed. The
 * code is locked until commit, so that it cannot be blocked, nor its redemption undone, meanwhile.
 */
export async function redeemCode(
  db: DatabaseOrTx,
  keyring: Keyring,
  ask: RedeemAsk,
  now: Date,
  crashPoint: CrashPoint = () => {},
): Promise<Redeemed> {
  const outcome = await atomically(db, async (tx) => {
    const redeemed = await redeem(tx, keyring, ask, now);
    if (redeemed.is === 'redeemed') crashPoint('redeem:before-commit');
    return redeemed;
  });
  if (outcome.is === 'redeemed') crashPoint('redeem:after-commit');
  return outcome;
}

async function redeem(
  tx: Tx,
  keyring: Keyring,
  { till, number, idempotencyKey }: RedeemAsk,
  now: Date,
): Promise<Redeemed> {
  const { supplierId } = till;
  if (!isAllowed(till, 'codes.redeem')) return { is: 'unknown' };
  const found = await findCode(tx, keyring, { supplierId, number, hold: true });
  const code = found !== null && (found.platform || till.redeemsOwn) ? found : null;
  const key = { supplierId, codeId: code?.codeId ?? 0, idempotencyKey };
  const earlier = repeatOf(await findRedemptions(tx, key), code, idempotencyKey);
  if (earlier !== null) return earlier;
  if (code === null) return { is: 'unknown' };
  const state = codeState(code, false, now);
  if (state !== 'active') return { is: state === 'redeemed' ? 'unknown' : state };
  const transaction = newTransactionNumber();
  const { tillUserId, personId } = redeemerOf(till);
  const { rowCount } = await tx.query(
    `insert into redemptions
       (supplier_id, code_id, transaction, idempotency_key, till_user_id, person_id, till, redeemed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
    [supplierId, code.codeId, transaction, idempotencyKey, tillUserId, personId, till.name, now],
  );
  if (rowCount === 1) {
    const { productTitle, faceKopecks } = code;
    return { is: 'redeemed', transaction, redeemedAt: now, productTitle, faceKopecks };
  }
  // Another till was faster; its row is committed by now.
  const winner = repeatOf(await findRedemptions(tx, key), code, idempotencyKey);
  if (winner === null) throw new Error('A redemption was neither written nor found.');
  return winner;
}

function repeatOf(
  redemptions: Redemption[],
  code: FoundCode | null,
  idempotencyKey: string | null,
): Redeemed | null {
  const sameKey = redemptions.find((one) => idempotencyKey !== null && one.idempotencyKey === idempotencyKey);
  if (sameKey !== undefined) {
    if (code === null || sameKey.codeId !== code.codeId) return { is: 'other-code' };
    if (sameKey.undone) return { is: 'undone' };
    const { transaction, redeemedAt } = sameKey;
    const { productTitle, faceKopecks } = code;
    return { is: 'redeemed', transaction, redeemedAt, productTitle, faceKopecks };
  }
  const [sameCode] = redemptions;
  if (sameCode === undefined) return null;
  return { is: 'already-redeemed', redeemedAt: sameCode.redeemedAt, till: sameCode.till };
}

function newTransactionNumber(): string {
  return [...randomBytes(transactionSymbols)].map((byte) => alphabet[byte % alphabet.length]).join('');
}
