/** Changes of a cluster happen one at a time. */
import { allowTime, transaction, type Database } from '../database/database.ts';

/** A move copies a whole cell meanwhile. */
export const mostMs = 24 * 3_600_000;

/** The name by which the connections of a move are recognised. */
export const moveName = 'facevalue cluster move';

/** Waits for another command that changes the cluster, or for a migration. `work` uses other connections of `db`. */
export const oneAtATime = <Result>(db: Database, work: () => Promise<Result>): Promise<Result> =>
  transaction(db, async (tx) => {
    await allowTime(tx, { statementMs: mostMs, idleInTransactionMs: mostMs });
    await tx.query(`lock table public.cells in exclusive mode`);
    await endMoves(db);
    return work();
  });

const endWithinMs = 30_000;

/** What is left of a move that was killed: first the moving, then what it waits for. */
async function endMoves(db: Database): Promise<void> {
  const { rows } = await db.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = $1 and datname = current_database()
     order by coalesce(wait_event, '') = 'PgSleep', pid`,
    [moveName],
  );
  for (const { pid } of rows) await endConnection(db, pid);
}

/** Ends what a connection does, and waits until it has ended. */
export async function endConnection(db: Database, pid: number): Promise<void> {
  const { rows } = await db.query<{ ended: boolean }>(
    `select coalesce((select pg_terminate_backend(pid, $2) from pg_stat_activity where pid = $1), true) as ended`,
    [pid, endWithinMs],
  );
  if (rows[0]?.ended !== true) throw new Error('A connection of a move could not be ended.');
}
