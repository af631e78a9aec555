/** Reads the balance of a client. */
import type { Sql } from '../platform/database/database.ts';

export interface Balance {
  fundsKopecks: number;
  heldKopecks: number;
  creditKopecks: number;
}

export async function findBalance(db: Sql, clientId: number): Promise<Balance | null> {
  const { rows } = await db.query<Balance>(
    `select funds.balance_kopecks as "fundsKopecks", funds.credit_kopecks as "creditKopecks",
            held.balance_kopecks as "heldKopecks"
     from accounts funds join accounts held on held.client_id = funds.client_id and held.name = 'held'
     where funds.client_id = $1 and funds.name = 'funds'`,
    [clientId],
  );
  return rows[0] ?? null;
}

/** Balance + credit line − holds: what the client can spend. */
export async function availableKopecks(db: Sql, clientId: number): Promise<number> {
  const balance = await findBalance(db, clientId);
  return balance === null ? 0 : balance.fundsKopecks + balance.creditKopecks;
}
