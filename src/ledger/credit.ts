import type { Tx } from '../platform/database/database.ts';

/** Sets a client's credit line. Reducing one that is in use leaves a shortfall, see top-up.ts. */
export async function setCredit(tx: Tx, ask: { clientId: number; creditKopecks: number }): Promise<void> {
  await tx.query(
    `update accounts
     set credit_kopecks = $2, shortfall_kopecks = greatest(0, -(balance_kopecks + $2))
     where client_id = $1 and name = 'funds'`,
    [ask.clientId, ask.creditKopecks],
  );
}
