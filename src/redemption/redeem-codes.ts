/** Redeems certificates, each exactly once. */
import { atomically, type DatabaseOrTx, type Tx } from '../platform/database/database.ts';
import { columnLiteral } from '../platform/database/array-literal.ts';
import type { CrashPoint } from '../platform/process/crash-point.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { findCodes, type FoundCode } from '../vault/find-code.ts';
import { findRedemptionsOf, type Redemption } from './find-redemption.ts';
import { redeemableHere, stateRefusal, type Redeemed, type RedeemAsk } from './redeem-ask.ts';
import { redeemPart } from './redeem-part.ts';
import { isAllowed, redeemerOf, type Till } from './till.ts';
import { transactionNumbers } from './transaction-number.ts';

/** What is redeemed in parts is left to `redeemPart`. */
export type RedeemedWhole = Redeemed | { is: 'in-parts' };

/** Redeems one certificate, whole or a part of it. */
export async function redeemCode(
  db: DatabaseOrTx,
  keyring: Keyring,
  ask: RedeemAsk,
  now: Date,
): Promise<Redeemed> {
  if (ask.amountKopecks !== undefined) return redeemPart(db, keyring, ask, now);
  const [redeemed] = (await redeemCodes(db, keyring, [ask], now)) as [RedeemedWhole];
  return redeemed.is === 'in-parts' ? redeemPart(db, keyring, ask, now) : redeemed;
}

/**
 * Redeems whole certificates, each once, and answers in the order of the asks: the unique index of redemptions in force lets
 * only one of any number of tills succeed, in one batch or in several. The codes are locked until commit, so that they
 * cannot be blocked, nor their redemptions undone, meanwhile.
 */
export async function redeemCodes(
  db: DatabaseOrTx,
  keyring: Keyring,
  asks: readonly RedeemAsk[],
  now: Date,
  crashPoint: CrashPoint = () => {},
): Promise<RedeemedWhole[]> {
  const isRedeemed = (outcome: RedeemedWhole): boolean => outcome.is === 'redeemed';
  const outcomes = await atomically(db, async (tx) => {
    const redeemed = await redeem(tx, keyring, asks, now);
    if (redeemed.some(isRedeemed)) crashPoint('redeem:before-commit');
    return redeemed;
  });
  if (outcomes.some(isRedeemed)) crashPoint('redeem:after-commit');
  return outcomes;
}

/** An ask with what is known of it; `outcome` is null while it may still redeem. */
interface Judged {
  ask: RedeemAsk;
  code: FoundCode | null;
  transaction: string;
  outcome: RedeemedWhole | null;
}

async function redeem(
  tx: Tx,
  keyring: Keyring,
  asks: readonly RedeemAsk[],
  now: Date,
): Promise<RedeemedWhole[]> {
  const codes = await findCodes(
    tx,
    keyring,
    asks.map(({ till, number }) => ({ supplierId: till.supplierId, number })),
    true,
  );
  const judged = asks.map((ask, index): Judged => {
    const code = redeemableHere(ask.till, codes[index] ?? null);
    return { ask, code, transaction: '', outcome: outcomeAtOnce(ask.till, code) };
  });
  // Written without looking first, because most are redeemed for the first time.
  await write(
    tx,
    judged.filter((one) => isOpen(one) && stateRefusal(one.code, now) === null),
    now,
  );
  await judgeRepeats(tx, judged);
  for (const one of judged) one.outcome ??= stateRefusal(one.code, now);
  return judged.map(({ outcome }) => {
    if (outcome === null) throw new Error('A redemption was neither written nor found.');
    return outcome;
  });
}

function outcomeAtOnce(till: Till, code: FoundCode | null): RedeemedWhole | null {
  if (!isAllowed(till, 'codes.redeem')) return { is: 'unknown' };
  return code?.inParts === true ? { is: 'in-parts' } : null;
}

const isOpen = ({ outcome }: Judged): boolean => outcome === null;

/** Answers asks whose code was redeemed before, with this key or another: in this batch, or in one that is committed by now. */
async function judgeRepeats(tx: Tx, judged: Judged[]): Promise<void> {
  const open = judged.filter(isOpen);
  if (open.length === 0) return;
  const keys = open.map(({ ask, code }) => ({
    supplierId: ask.till.supplierId,
    codeId: code?.codeId ?? null,
    idempotencyKey: ask.idempotencyKey,
  }));
  const redemptions = await findRedemptionsOf(tx, keys);
  open.forEach((one, index) => {
    one.outcome = repeatOf(redemptions[index] ?? [], one.code, one.ask.idempotencyKey);
  });
}

/** Writes the redemptions that no other one of the code or key is in the way of. */
async function write(tx: Tx, open: Judged[], now: Date): Promise<void> {
  if (open.length === 0) return;
  const numbers = transactionNumbers(open.length);
  for (const [place, one] of open.entries()) one.transaction = numbers[place] ?? '';
  // Concurrent batches write in one order, so that none waits for another that waits for it.
  const rows = open
    .map(({ ask: { till, idempotencyKey }, code, transaction }) => ({
      supplierId: till.supplierId,
      codeId: code?.codeId ?? 0,
      transaction,
      idempotencyKey,
      till: till.name,
      personId: redeemerOf(till),
      shopId: till.shopId ?? null,
    }))
    .toSorted((one, other) => one.codeId - other.codeId);
  const written = await tx.query<{ transaction: string }>(
    `insert into redemptions
       (supplier_id, code_id, transaction, idempotency_key, till, person_id, shop_id, redeemed_at)
     select w.*, $8::timestamptz
     from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[]) as w
     on conflict do nothing returning transaction`,
    [...writtenColumns.map((name) => columnLiteral(rows, name)), now],
  );
  const transactions = new Set(written.rows.map(({ transaction }) => transaction));
  for (const one of open) {
    const { code, transaction } = one;
    if (code === null || !transactions.has(transaction)) continue;
    const { productTitle, faceKopecks } = code;
    one.outcome = { is: 'redeemed', transaction, redeemedAt: now, productTitle, faceKopecks, part: null };
  }
}

const writtenColumns = [
  'supplierId',
  'codeId',
  'transaction',
  'idempotencyKey',
  'till',
  'personId',
  'shopId',
] as const;

function repeatOf(
  redemptions: Redemption[],
  code: FoundCode | null,
  idempotencyKey: string | null,
): Redeemed | null {
  const sameKey = redemptions.find((one) => idempotencyKey !== null && one.idempotencyKey === idempotencyKey);
  if (sameKey !== undefined) {
    if (code === null || sameKey.codeId !== code.codeId) return { is: 'other-code' };
    if (sameKey.undone) return { is: 'undone' };
    const { transaction, redeemedAt, part } = sameKey;
    const { productTitle, faceKopecks } = code;
    return { is: 'redeemed', transaction, redeemedAt, productTitle, faceKopecks, part };
  }
  const [sameCode] = redemptions;
  if (sameCode === undefined) return null;
  return { is: 'already-redeemed', redeemedAt: sameCode.redeemedAt, till: sameCode.till };
}
