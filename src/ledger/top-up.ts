import type { Tx } from '../platform/database.ts';
import { postTransfers } from './post-transfers.ts';

export interface MoneyAsk {
  clientId: number;
  amountKopecks: number;
  note: string;
}

/** Adds money that the client has paid in. */
export async function topUp(tx: Tx, ask: MoneyAsk, now: Date): Promise<void> {
  await postTransfers(tx, [{ ...ask, kind: 'top_up', requestId: null }], now);
}

/**
 * Books back money that had been paid in. It may take the funds below the credit line: that is noted as a shortfall,
 * and nothing of the client is captured until it is covered.
 */
export async function chargeBack(tx: Tx, ask: MoneyAsk, now: Date): Promise<void> {
  await tx.query(
    `update accounts
     set shortfall_kopecks = greatest(shortfall_kopecks, -(balance_kopecks - $2 + credit_kopecks), 0)
     where client_id = $1 and name = 'funds'`,
    [ask.clientId, ask.amountKopecks],
  );
  await postTransfers(tx, [{ ...ask, kind: 'chargeback', requestId: null }], now);
}
