import type { Sql, Tx } from '../platform/database/database.ts';

export type AccountName = 'funds' | 'held' | 'outside' | 'sales';

const accountNames: AccountName[] = ['funds', 'held', 'outside', 'sales'];

export async function openAccounts(tx: Tx, clientId: number): Promise<void> {
  await tx.query(`insert into accounts (client_id, name) select $1, unnest($2::text[])`, [
    clientId,
    accountNames,
  ]);
}

/**
 * Every transaction that moves money of clients locks their funds first, in the order of client ids. This one row
 * stands for all accounts of the client, so transactions cannot deadlock. Returns how many of the clients exist.
 */
export async function lockAccounts(tx: Tx, clientIds: number[]): Promise<number> {
  const { rowCount } = await tx.query(
    `select from accounts where name = 'funds' and client_id = any($1::bigint[]) order by client_id for update`,
    [clientIds],
  );
  return rowCount ?? 0;
}

/** What each client can spend now: its free balance plus its credit line. */
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

/**
 * A client with this many times the funds that a batch needs is not locked while the batch is judged: other concurrent
 * batches cannot use up the difference. If they did, the CHECK on the funds would refuse the batch, and its orders
 * would be tried one by one. Whatever is granted must be booked by `postTransfers` in the same transaction.
 */
const ampleTimes = 50;

export interface HoldAsk {
  clientId: number;
  sumKopecks: number;
}

/** Whether what `readFunds` found is enough to judge these holds without locking the funds. */
export function areFundsAmple(read: Map<number, number>, asks: HoldAsk[]): boolean {
  const wanted = new Map<number, number>();
  for (const { clientId, sumKopecks } of asks) wanted.set(clientId, (wanted.get(clientId) ?? 0) + sumKopecks);
  return [...wanted].every(([id, kopecks]) => (read.get(id) ?? 0) >= ampleTimes * kopecks);
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
