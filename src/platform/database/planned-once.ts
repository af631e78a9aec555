/** Statements that PostgreSQL plans once on a connection. */
import { Pool } from 'pg';
import { DatabaseUnavailable, OutcomeUnknown } from './database-errors.ts';
import { inOrder, transactionAtOnce, type Database, type Sql, type Tx } from './database.ts';

/**
 * By itself PostgreSQL plans a statement with a value five times on each connection before it keeps a plan, and a statement over many
 * small tables for ever. A plan that was made while tables were empty would read the whole of them until they are analysed.
 */
const settings = `select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)`;

/**
 * For what is asked often and planned at greater cost than it is executed. `ask` sends all its statements at once; none of them may be planned
 * by Citus, which can't plan without the values.
 */
export function plannedOnce<Result>(db: Database, ask: (tx: Tx) => Promise<Result>): Promise<Result> {
  return transactionAtOnce(db, async (tx) => {
    const [, asked] = await inOrder(
      () => tx.query(settings, []),
      () => ask(tx),
    );
    return asked;
  });
}

/** The same for a reader of pages, whose statements are spread over many connections; a given transaction keeps its settings. */
export async function readPlannedOnce<Result>(db: Sql, read: (sql: Sql) => Promise<Result>): Promise<Result> {
  if (!(db instanceof Pool)) return read(db);
  try {
    return await plannedOnce(db, read);
  } catch (problem) {
    // A reader has written nothing, whatever became of its commit.
    throw problem instanceof OutcomeUnknown ? new DatabaseUnavailable(problem.cause) : problem;
  }
}
