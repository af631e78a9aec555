/** The accounts of a client, and its credit line. */
import type { Tx } from '../platform/database/database.ts';
import type { AccountName } from './post-transfers.ts';

const accountNames: AccountName[] = ['funds', 'held', 'outside', 'sales'];

/** Opens the four accounts of a new client. */
export async function openAccounts(tx: Tx, clientId: number): Promise<void> {
  await tx.query(`insert into accounts (client_id, name) select $1, unnest($2::text[])`, [
    clientId,
    accountNames,
  ]);
}

/** Sets a client's credit line. Reducing one that is in use leaves a shortfall, see top-up.ts. */
export async function setCredit(tx: Tx, ask: { clientId: number; creditKopecks: number }): Promise<void> {
  await tx.query(
    `update accounts
     set credit_kopecks = $2, shortfall_kopecks = greatest(0, -(balance_kopecks + $2))
     where client_id = $1 and name = 'funds'`,
    [ask.clientId, ask.creditKopecks],
  );
}
