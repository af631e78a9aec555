import { Pool, types, type PoolClient } from 'pg';
import { DatabaseUnavailable, OutcomeUnknown, isAftermath, isRefusedCommit } from './database-errors.ts';
import {
  connectWithinMs,
  keepAliveAfterMs,
  localSettings,
  serviceLimits,
  startOptions,
  type SessionLimits,
} from './database-limits.ts';
import { PreparedClient } from './prepared-client.ts';
import { WatchedClient } from './watched-client.ts';

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

// Ids, counts and kopecks stay below 2^53 by design, so bigint columns are read as numbers; dates stay text.
types.setTypeParser(types.builtins.INT8, Number);
types.setTypeParser(types.builtins.DATE, (day: string) => day);

export interface DatabaseOptions {
  connections: number;
  name: string;
  /** False behind a pooler in transaction mode: it knows neither named statements nor settings of a session. */
  prepare?: boolean;
  limits?: SessionLimits;
}

export function openDatabase(url: string, options: DatabaseOptions): Database {
  const { prepare = true, limits = serviceLimits } = options;
  const target = withoutOptions(url);
  const pool = new WatchedPool({
    Client: prepare ? PreparedClient : WatchedClient,
    connectionString: target.url,
    max: options.connections,
    application_name: options.name,
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    ...(prepare
      ? { options: startOptions(limits, target.options) }
      : target.options !== null && { options: target.options }),
    // Statements of one transaction are sent without waiting for the answer to the one before.
    pipeline: true,
  });
  const idle = new Set<PoolClient>();
  pool.on('connect', (client) => {
    const connection = watched(client);
    connection.allow(limits.statementMs);
    if (!prepare) connection.beginText = `begin; ${localSettings(limits)}`;
    // What made one connection silent has most likely cut those that rest: nobody shall find that out one by one.
    connection.onSilence = () => idle.forEach((resting) => watched(resting).drop());
  });
  pool.on('acquire', (client) => idle.delete(client));
  pool.on('release', (_problem, client) => {
    watched(client).allow(limits.statementMs);
    idle.add(client);
  });
  pool.on('remove', (client) => idle.delete(client));
  // An idle connection that breaks is replaced by the pool; its loss is seen by the next query if it persists.
  pool.on('error', () => {});
  return pool;
}

/** Options in the URL would replace those that we give, so they are taken out and put behind them. */
function withoutOptions(url: string): { url: string; options: string | null } {
  if (!URL.canParse(url)) return { url, options: null };
  const parsed = new URL(url);
  const options = parsed.searchParams.get('options');
  if (options === null) return { url, options };
  parsed.searchParams.delete('options');
  return { url: parsed.href, options };
}

const watched = (client: PoolClient): WatchedClient & PoolClient => client as WatchedClient & PoolClient;

async function checkOut(db: Pool): Promise<WatchedClient & PoolClient> {
  try {
    return watched(await db.connect());
  } catch (problem) {
    throw new DatabaseUnavailable(problem);
  }
}

function release(connection: WatchedClient & PoolClient, lost: boolean): void {
  if (lost) connection.drop();
  connection.release(lost);
}

/** A pool whose single statements fail with typed errors, as transactions do. */
class WatchedPool extends Pool {
  override query(...ask: unknown[]): never {
    return queryAlone(this, ask) as never;
  }
}

async function queryAlone(db: Pool, ask: unknown[]): Promise<unknown> {
  const connection = await checkOut(db);
  let lost = false;
  try {
    const answer: Promise<unknown> = connection.query(...ask);
    return await answer;
  } catch (problem) {
    lost = connection.isLost(problem);
    throw lost ? new OutcomeUnknown(problem) : problem;
  } finally {
    release(connection, lost);
  }
}

/**
 * For work that takes longer than others may wait for: `statementMs` for each of its statements, `idleInTransactionMs`
 * between two of them. It holds to the end of the transaction.
 */
export async function allowTime(
  tx: Tx,
  { statementMs, idleInTransactionMs = serviceLimits.idleInTransactionMs }: TimeAllowed,
): Promise<void> {
  (tx as unknown as WatchedClient).allow(statementMs);
  await tx.query(localSettings({ statementMs, lockMs: statementMs, idleInTransactionMs }));
}

export interface TimeAllowed {
  statementMs: number;
  idleInTransactionMs?: number;
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
 * them. If one of them fails, the server makes a rollback of it, and this throws what `written` throws. What any error
 * means for what was written stands in database-errors.ts.
 */
export async function pipelinedTransaction<Result>(
  db: Database,
  work: (tx: Tx) => Promise<Sent<Result>>,
): Promise<Result> {
  const connection = await checkOut(db);
  let lost = false;
  let commitSent = false;
  connection.refusal = null;
  try {
    const begun: Promise<unknown> = connection.query(connection.beginText);
    begun.catch(() => {});
    const { result, written } = await work(connection as unknown as Tx);
    commitSent = true;
    const committed: Promise<{ command: string }> = connection.query('commit');
    committed.catch(() => {});
    await Promise.all([begun, written]);
    if ((await committed.catch(rethrowCommit)).command !== 'COMMIT')
      throw new Error('A statement failed unseen: nothing was committed.');
    return result;
  } catch (caught) {
    const problem = isAftermath(caught) ? connection.refusal : caught;
    lost = connection.isLost(problem) || !(await rolledBack(connection));
    if (!lost) throw problem;
    throw commitSent ? new OutcomeUnknown(problem) : new DatabaseUnavailable(problem);
  } finally {
    release(connection, lost);
  }
}

const nothing = Promise.resolve();

/** Answered by an error that is no refusal, a commit may have been made all the same. */
function rethrowCommit(problem: unknown): never {
  throw isRefusedCommit(problem) ? problem : new OutcomeUnknown(problem);
}

function rolledBack(connection: WatchedClient): Promise<boolean> {
  return (connection.query('rollback') as Promise<unknown>).then(
    () => true,
    () => false,
  );
}
