/** Books a payment of a client, once for each reference. */
import { atomically, type DatabaseOrTx, type Sql, type Tx } from '../platform/database/database.ts';
import { noteBooked } from './top-up-requests.ts';
import { lockAccounts, postTransfers } from './post-transfers.ts';

export interface MoneyAsk {
  clientId: number;
  amountKopecks: number;
  note: string;
}

/** The bank's reference of the payment: a reference is booked only once. */
export const maxReferenceLength = 100;

export interface TopUpAsk extends MoneyAsk {
  reference: string;
}

export type ToppedUp =
  | { is: 'booked' }
  /** This reference and amount were already booked; nothing was changed. */
  | { is: 'booked-before'; at: Date }
  | { is: 'other-amount'; at: Date; amountKopecks: number }
  | { is: 'reversed'; at: Date }
  | { is: 'no-client' };

/** Adds money that the client has paid in, once per reference. */
export function topUp(db: DatabaseOrTx, ask: TopUpAsk, now: Date): Promise<ToppedUp> {
  return atomically(db, async (tx) => {
    // Two bookings of one payment at the same moment: the second waits here and then finds the first.
    if ((await lockAccounts(tx, [ask.clientId])) === 0) return { is: 'no-client' };
    const earlier = await findTopUp(tx, ask);
    if (earlier !== null) return judgeRepeat(earlier, ask);
    await postTransfers(tx, [{ ...ask, kind: 'top_up', requestId: null }], now);
    await noteBooked(tx, ask.clientId);
    return { is: 'booked' };
  });
}

function judgeRepeat(earlier: FoundTopUp, ask: TopUpAsk): ToppedUp {
  const { at, amountKopecks, reversedAt } = earlier;
  if (reversedAt !== null) return { is: 'reversed', at: reversedAt };
  return amountKopecks === ask.amountKopecks
    ? { is: 'booked-before', at }
    : { is: 'other-amount', at, amountKopecks };
}

export interface FoundTopUp {
  id: number;
  amountKopecks: number;
  at: Date;
  reversedAt: Date | null;
}

export async function findTopUp(
  db: Sql,
  { clientId, reference }: { clientId: number; reference: string },
): Promise<FoundTopUp | null> {
  const { rows } = await db.query<FoundTopUp>(
    `select paid.id, paid.amount_kopecks as "amountKopecks", paid.at, reversal.at as "reversedAt"
     from transfers paid
     left join transfers reversal on reversal.client_id = paid.client_id and reversal.reverses = paid.id
     where paid.client_id = $1 and paid.kind = 'top_up' and paid.reference = $2`,
    [clientId, reference],
  );
  return rows[0] ?? null;
}

export interface ChargebackAsk extends MoneyAsk {
  reference?: string;
  /** The top-up that this one reverses. */
  reverses?: number;
}

/**
 * Takes back money that had been paid in. If the funds fall below the credit line, the difference is recorded as a
 * shortfall, and nothing of the client is captured until it is covered.
 */
export async function chargeBack(tx: Tx, ask: ChargebackAsk, now: Date): Promise<void> {
  await tx.query(
    `update accounts
     set shortfall_kopecks = greatest(shortfall_kopecks, -(balance_kopecks - $2 + credit_kopecks), 0)
     where client_id = $1 and name = 'funds'`,
    [ask.clientId, ask.amountKopecks],
  );
  await postTransfers(tx, [{ ...ask, kind: 'chargeback', requestId: null }], now);
}

export type Reversed =
  | { is: 'reversed'; amountKopecks: number }
  | { is: 'no-client' | 'unknown' }
  | { is: 'reversed-before'; at: Date };

/**
 * Reverses a top-up that was booked by mistake, once: the same amount leaves the funds, with the reason as its note. If
 * the client has spent it meanwhile, a shortfall remains (see `chargeBack`).
 */
export function reverseTopUp(
  db: DatabaseOrTx,
  ask: { clientId: number; reference: string; reason: string },
  now: Date,
): Promise<Reversed> {
  const { clientId, reference, reason } = ask;
  return atomically(db, async (tx) => {
    if ((await lockAccounts(tx, [clientId])) === 0) return { is: 'no-client' };
    const payment = await findTopUp(tx, ask);
    if (payment === null) return { is: 'unknown' };
    const { id, amountKopecks, reversedAt } = payment;
    if (reversedAt !== null) return { is: 'reversed-before', at: reversedAt };
    await chargeBack(tx, { clientId, amountKopecks, note: reason, reference, reverses: id }, now);
    return { is: 'reversed', amountKopecks };
  });
}
