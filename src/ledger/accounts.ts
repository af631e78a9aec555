import type { Sql, Tx } from '../platform/database.ts';

export type AccountName = 'funds' | 'held' | 'outside' | 'sales';

/** Accounts are locked in this order everywhere, then by client, so that no two transactions wait for each other. */
const lockOrder: AccountName[] = ['funds', 'held', 'outside', 'sales'];

export async function openAccounts(tx: Tx, clientId: number): Promise<void> {
  await tx.query(`insert into accounts (client_id, name) select $1, unnest($2::text[])`, [
    clientId,
    lockOrder,
  ]);
}

export interface AccountKey {
  clientId: number;
  name: AccountName;
}

export async function lockAccounts(tx: Sql, keys: AccountKey[]): Promise<void> {
  await tx.query(
    `select from accounts
     where (name, client_id) in (select * from unnest($1::text[], $2::bigint[]))
     order by name, client_id for update`,
    [keys.map((key) => key.name), keys.map((key) => key.clientId)],
  );
}

/** What each client's next order may cost at this moment: its own money free to spend and its credit line. */
export function readFunds(tx: Sql, clientIds: number[]): Promise<Map<number, number>> {
  return availableFunds(tx, clientIds, '');
}

/** Locks the clients' funds until the transaction ends and reads what is available. */
export function lockFunds(tx: Tx, clientIds: number[]): Promise<Map<number, number>> {
  return availableFunds(tx, clientIds, 'order by client_id for update');
}

async function availableFunds(tx: Sql, clientIds: number[], locking: string): Promise<Map<number, number>> {
  const { rows } = await tx.query<{ client_id: number; available: number }>(
    `select client_id, balance_kopecks + credit_kopecks as available from accounts
     where name = 'funds' and client_id = any($1::bigint[]) ${locking}`,
    [clientIds],
  );
  return new Map(rows.map((row) => [row.client_id, row.available]));
}
