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

/** Locks the clients' funds until the transaction ends and reads what is available. */
export async function lockFunds(tx: Tx, clientIds: number[]): Promise<Map<number, number>> {
  const { rows } = await tx.query<{ client_id: number; available: number }>(
    `select client_id, balance_kopecks + credit_kopecks as available from accounts
     where name = 'funds' and client_id = any($1::bigint[])
     order by client_id for update`,
    [clientIds],
  );
  return new Map(rows.map((row) => [row.client_id, row.available]));
}
