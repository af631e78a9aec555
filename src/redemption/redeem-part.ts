/** Redeems a part of a certificate, or the whole if nothing of it is used: of any number of tills together never more than its face. */
import { atomically, type DatabaseOrTx, type Tx } from '../platform/database/database.ts';
import type { CrashPoint } from '../platform/process/crash-point.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { takePart } from '../vault/balances.ts';
import { findCode, type FoundCode } from '../vault/find-code.ts';
import { holdCode } from '../vault/sold-codes.ts';
import { findRedemptions, type Redemption } from './find-redemption.ts';
import { redeemableHere, stateRefusal, type Redeemed, type RedeemAsk } from './redeem-ask.ts';
import { nextPart } from './next-part.ts';
import { isAllowed, redeemerOf } from './till.ts';
import { transactionNumbers } from './transaction-number.ts';

/** So many parts of a certificate may leave something, undone ones among them; after that all that is left is taken at once. */
export const mostParts = 500;

export async function redeemPart(
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

async function redeem(tx: Tx, keyring: Keyring, ask: RedeemAsk, now: Date): Promise<Redeemed> {
  const { till, number, idempotencyKey } = ask;
  const { supplierId } = till;
  const find = async () => redeemableHere(till, await findCode(tx, keyring, { supplierId, number }));
  const known = await find();
  // Also held and queried for unknown numbers, so that they take as long as known ones.
  await holdCode(tx, { supplierId, codeId: known?.codeId ?? 0 });
  // Read after the code is locked: the previous holder has committed.
  const code = await find();
  const redemptions = await findRedemptions(tx, { supplierId, codeId: code?.codeId ?? 0, idempotencyKey });
  if (code === null || code.codeId !== known?.codeId || !isAllowed(till, 'codes.redeem'))
    return { is: 'unknown' };
  if (!code.inParts && !code.isChoice) return { is: 'no-parts' };
  return (
    repeatOf(redemptions, code, ask) ??
    stateRefusal(code, now) ??
    tooMuch(code, ask) ??
    (await take(tx, code, ask, now))
  );
}

/** What was redeemed before with this key, or used up the code. */
function repeatOf(
  redemptions: Redemption[],
  code: FoundCode,
  { idempotencyKey, amountKopecks }: RedeemAsk,
): Redeemed | null {
  const sameKey = redemptions.find((one) => idempotencyKey !== null && one.idempotencyKey === idempotencyKey);
  if (sameKey !== undefined) {
    if (sameKey.codeId !== code.codeId) return { is: 'other-code' };
    if (sameKey.undone) return { is: 'undone' };
    const { transaction, redeemedAt, part } = sameKey;
    const { productTitle, faceKopecks } = code;
    const { amountKopecks: taken } = part ?? { amountKopecks: faceKopecks };
    if ((amountKopecks ?? faceKopecks) !== taken) return { is: 'other-amount' };
    return { is: 'redeemed', transaction, redeemedAt, productTitle, faceKopecks, part };
  }
  const [usedUp] = redemptions;
  return usedUp === undefined
    ? null
    : { is: 'already-redeemed', redeemedAt: usedUp.redeemedAt, till: usedUp.till };
}

const leftOf = ({ faceKopecks, takenKopecks }: FoundCode): number => faceKopecks - takenKopecks;

function tooMuch(code: FoundCode, { amountKopecks }: RedeemAsk): Redeemed | null {
  const leftKopecks = leftOf(code);
  if ((amountKopecks ?? code.faceKopecks) <= leftKopecks) return null;
  return { is: amountKopecks === undefined ? 'amount-needed' : 'more-than-left', leftKopecks };
}

/** The row comes first: another code that has got the same key meanwhile leaves this one as it was. */
async function take(tx: Tx, code: FoundCode, ask: RedeemAsk, now: Date): Promise<Redeemed> {
  const { supplierId } = ask.till;
  const { codeId, productTitle, faceKopecks } = code;
  const { amountKopecks = faceKopecks } = ask;
  const leftKopecks = leftOf(code) - amountKopecks;
  const [transaction = ''] = transactionNumbers(1);
  const part = { amountKopecks, leftKopecks };
  const number = leftKopecks === 0 ? 0 : await nextPart(tx, supplierId, codeId);
  if (number > mostParts) return { is: 'too-many-parts', leftKopecks: leftOf(code) };
  if (!(await write(tx, { ask, codeId, transaction, part, number }, now))) return { is: 'other-code' };
  const left = await takePart(tx, { supplierId, codeId }, amountKopecks);
  if (left !== leftKopecks) throw new Error('A certificate has less left than was read under its lock.');
  return { is: 'redeemed', transaction, redeemedAt: now, productTitle, faceKopecks, part };
}

interface Written {
  ask: RedeemAsk;
  codeId: number;
  transaction: string;
  part: { amountKopecks: number; leftKopecks: number };
  /** 0: it uses up the certificate. */
  number: number;
}

/** False: the key was used with another code at the same moment. */
async function write(
  tx: Tx,
  { ask, codeId, transaction, part, number }: Written,
  now: Date,
): Promise<boolean> {
  const { till, idempotencyKey } = ask;
  const { rowCount } = await tx.query(
    `insert into redemptions
       (supplier_id, code_id, transaction, idempotency_key, till, person_id, shop_id, redeemed_at, part, amount_kopecks,
        left_kopecks)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing`,
    [
      till.supplierId,
      codeId,
      transaction,
      idempotencyKey,
      till.name,
      redeemerOf(till),
      till.shopId ?? null,
      now,
      number,
      part.amountKopecks,
      part.leftKopecks,
    ],
  );
  return rowCount === 1;
}
