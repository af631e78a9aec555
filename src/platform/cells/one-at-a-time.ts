/** Of what changes a cluster, one thing happens at a time. */
import { allowTime, transaction, type Database } from '../database/database.ts';

/** A move copies a whole cell meanwhile. */
const mostMs = 24 * 3_600_000;

/** Waits for another command that changes the cluster, or for a migration. `work` uses other connections of `db`. */
export const oneAtATime = <Result>(db: Database, work: () => Promise<Result>): Promise<Result> =>
  transaction(db, async (tx) => {
    await allowTime(tx, { statementMs: mostMs, idleInTransactionMs: mostMs });
    await tx.query(`lock table public.cells in exclusive mode`);
    return work();
  });
