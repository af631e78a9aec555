import { atomically, type DatabaseOrTx, type Sql, type Tx } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { actorOf, may, type Principal } from '../people/access/principal.ts';
import { recordAct } from '../people/audit/record-act.ts';
import { giveBackPart } from '../vault/balances.ts';
import { holdCode } from '../vault/sold-codes.ts';
import { nextPart } from './next-part.ts';
import { findTillSettings } from './till-settings.ts';

/** Longest reason that is kept. */
export const maxReason = 200;

export interface UndoAsk {
  supplierId: number;
  /** The confirmation number of the redemption. */
  transaction: string;
  reason: string;
}

export type Undone =
  | { is: 'undone' }
  /** Not there, of another supplier, or not for this principal. */
  | { is: 'no-redemption' }
  | { is: 'no-reason' }
  | { is: 'undone-before'; at: Date }
  /** Its certificate was refunded: what the supplier has taken back, or what was left of it. */
  | { is: 'refunded' }
  | { is: 'too-late'; undoMinutes: number };

interface UndoableRow {
  codeId: number;
  redeemedAt: Date;
  undoneAt: Date | null;
  isRefunded: boolean;
  part: number;
  /** Null: the whole was redeemed at once. */
  amountKopecks: number | null;
}

/**
 * Undoes a redemption, so that its code, or that part of it, can be redeemed again. The code is locked as tills and refunds lock it: of a
 * redemption, a refund and an undoing one comes first, and the next ones see what it did.
 */
export function undoRedemption(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  ask: UndoAsk,
  now: Date,
): Promise<Undone> {
  return atomically(db, (tx) => undo(tx, keyring, principal, { ...ask, reason: ask.reason.trim() }, now));
}

async function undo(
  tx: Tx,
  keyring: Keyring,
  principal: Principal,
  { supplierId, transaction, reason }: UndoAsk,
  now: Date,
): Promise<Undone> {
  const party = { side: 'supplier', partyId: supplierId } as const;
  if (!may(principal, 'codes.undo', party)) return { is: 'no-redemption' };
  const found = await findByTransaction(tx, supplierId, transaction);
  if (found === null) return { is: 'no-redemption' };
  if (reason === '' || reason.length > maxReason) return { is: 'no-reason' };
  await holdCode(tx, { supplierId, codeId: found.codeId });
  // Read after the code is locked: the previous holder has committed.
  const held = await findByTransaction(tx, supplierId, transaction);
  if (held === null) throw new Error('A redemption has gone.');
  const { undoMinutes } = await findTillSettings(tx, supplierId);
  const refusal = refusalOf(held, undoMinutes, now);
  if (refusal !== null) return refusal;
  const by = actorOf(principal);
  await tx.query(
    `update redemptions set undone_at = $3, undone_by = $4, undone_by_name = $5, undo_reason = $6
     where supplier_id = $1 and transaction = $2`,
    [supplierId, transaction, now, by.actor, by.actorName, reason],
  );
  await returnPart(tx, supplierId, held);
  const about = `redemption ${transaction}`;
  await recordAct(tx, keyring, { party, by, act: 'redemption.undone', about, after: { reason } }, now);
  return { is: 'undone' };
}

/** The last part does not use up a code of which an earlier one was undone. */
async function returnPart(
  tx: Tx,
  supplierId: number,
  { codeId, part, amountKopecks }: UndoableRow,
): Promise<void> {
  if (amountKopecks === null) return;
  await giveBackPart(tx, { supplierId, codeId }, amountKopecks);
  if (part === 0) return;
  await tx.query(
    `update redemptions set part = $3 where supplier_id = $1 and code_id = $2 and part = 0 and undone_at is null`,
    [supplierId, codeId, await nextPart(tx, supplierId, codeId)],
  );
}

function refusalOf({ redeemedAt, undoneAt, isRefunded }: UndoableRow, undoMinutes: number, now: Date) {
  if (undoneAt !== null) return { is: 'undone-before' as const, at: undoneAt };
  if (isRefunded) return { is: 'refunded' as const };
  return now < undoableUntil(redeemedAt, undoMinutes) ? null : { is: 'too-late' as const, undoMinutes };
}

/** Before this moment a redemption can be undone. */
export const undoableUntil = (redeemedAt: Date, undoMinutes: number): Date =>
  new Date(redeemedAt.getTime() + undoMinutes * 60_000);

async function findByTransaction(db: Sql, supplierId: number, transaction: string) {
  const { rows } = await db.query<UndoableRow>(
    `select r.code_id as "codeId", r.redeemed_at as "redeemedAt", r.undone_at as "undoneAt", c.state = 'blocked' as "isRefunded",
       r.part, r.amount_kopecks as "amountKopecks"
     from redemptions r join codes c on c.supplier_id = r.supplier_id and c.id = r.code_id
     where r.supplier_id = $1 and r.transaction = $2`,
    [supplierId, transaction],
  );
  return rows[0] ?? null;
}
