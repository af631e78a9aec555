import { Client, Pool, types } from 'pg';
import { PreparedClient } from './prepared-client.ts';

/** A pool, or one connection inside a transaction: what a reading verb needs. */
export interface Sql {
  query<Row extends object = Record<string, never>>(
    text: string,
    values?: unknown[],
  ): Promise<{ rows: Row[]; rowCount: number | null }>;
}

/** A connection with an open transaction. Only doors and queue runners open one. */
export interface Tx extends Sql {
  readonly inTransaction: true;
}

export type Database = Pool;

/** A statement that runs longer than this is a bug on any path but an import, which sets its own limit. */
const statementTimeoutMs = 30_000;
const idleInTransactionTimeoutMs = 60_000;

// Ids, counts and kopecks stay below 2^53 by design, so bigint columns are read as numbers; dates stay text.
types.setTypeParser(types.builtins.INT8, Number);
types.setTypeParser(types.builtins.DATE, (day: string) => day);

export function openDatabase(
  url: string,
  options: { connections: number; name: string; prepare?: boolean },
): Database {
  const pool = new Pool({
    Client: options.prepare === false ? Client : PreparedClient,
    connectionString: url,
    max: options.connections,
    application_name: options.name,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    // Statements of one transaction are sent without waiting for the answer to the one before.
    pipeline: true,
  });
  // An idle connection that breaks is replaced by the pool; its loss is seen by the next query if it persists.
  pool.on('error', () => {});
  return pool;
}

/**
 * Runs `work` in one transaction: committed when it returns, rolled back when it throws.
 * The transaction is sent to the server together with the first statement, so a batch costs few round trips.
 */
export function transaction<Result>(db: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return pipelinedTransaction(db, async (tx) => ({ result: await work(tx), written: nothing }));
}

/** A result whose writing is on its way. */
export interface Sent<Result> {
  result: Result;
  /** Settled when the server has written it all down. */
  written: Promise<unknown>;
}

/**
 * As `transaction`, for work whose last statements were sent and not awaited (`written`): the commit is sent right behind
 * them. If one of them fails, the server makes a rollback of it, and this throws what `written` throws.
 */
export async function pipelinedTransaction<Result>(
  db: Database,
  work: (tx: Tx) => Promise<Sent<Result>>,
): Promise<Result> {
  const connection = await db.connect();
  let broken: Error | undefined;
  try {
    const begun = connection.query('begin');
    begun.catch(() => {});
    const { result, written } = await work(connection as unknown as Tx);
    const committed = connection.query('commit');
    await Promise.all([begun, written]);
    if ((await committed).command !== 'COMMIT')
      throw new Error('A statement failed unseen: nothing was committed.');
    return result;
  } catch (problem) {
    await connection.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw problem;
  } finally {
    connection.release(broken);
  }
}

const nothing = Promise.resolve();
