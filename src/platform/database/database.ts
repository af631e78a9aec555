import { Pool, types, type PoolClient, type PoolConfig } from 'pg';
import {
  DatabaseUnavailable,
  Moving,
  OutcomeUnknown,
  isAftermath,
  isRefusedCommit,
} from './database-errors.ts';
import {
  connectWithinMs,
  keepAliveAfterMs,
  localSettings,
  serviceLimits,
  startOptions,
  type SessionLimits,
} from './database-limits.ts';
import { PreparedClient } from './prepared-client.ts';
import { oneOf, serversOf, type ClientClass, type Servers } from './servers.ts';
import { SharedPool } from './shared-pool.ts';
import { WatchedClient } from './watched-client.ts';
import { checkOut, located, release, watch, watched, WatchedPool } from './watched-pool.ts';
import { StartProblem } from '../process/start-problem.ts';

/** A pool, or one connection inside a transaction: all that a reading verb needs. */
export interface Sql {
  query<Row extends object = Record<string, never>>(
    text: string,
    values?: unknown[],
  ): Promise<{ rows: Row[]; rowCount: number | null }>;
}

/** A connection with an open transaction: taken by functions that are only ever one step of a larger operation. */
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
  /** False behind a pooler in transaction mode, which supports neither named statements nor session settings. */
  prepare?: boolean;
  limits?: SessionLimits;
  /** Each statement is planned once a connection, without its values. */
  planOnce?: boolean;
  /** How long a connection stays open that nobody uses; by default ten seconds. */
  keptIdleMs?: number;
  /**
   * Asked on each new connection before it is used, and behind a pooler in each transaction, as it may lead to another server;
   * one for which it throws is closed.
   */
  checkConnection?: (connection: Sql) => Promise<void>;
}

/** Where connections go, and what they do besides. */
export interface Way {
  servers: Servers;
  extend: (Base: ClientClass) => ClientClass;
}

export const openDatabase = (url: string, options: DatabaseOptions): Database =>
  openPool(WatchedPool, serversOf(url), options);

export interface SharedOptions extends DatabaseOptions {
  /** Leads elsewhere than the address; null: it does not. */
  way: Way | null;
}

/** Connections for several parts of a database, each of which is a `PartPool`. */
export function openShared(url: string, { way, ...options }: SharedOptions): SharedPool {
  if (options.prepare === false)
    throw new StartProblem(
      'With cells connections keep settings of their sessions: FACEVALUE_DATABASE_PREPARE=0, for a pooler in transaction mode, is not possible.',
    );
  return openPool(SharedPool, way?.servers ?? serversOf(url), options, way?.extend);
}

type PoolClass<Opened> = new (servers: Servers, config: PoolConfig & { max: number }) => Opened;

function openPool<Opened extends WatchedPool>(
  Pooled: PoolClass<Opened>,
  servers: Servers,
  { prepare = true, limits = serviceLimits, planOnce, checkConnection, ...options }: DatabaseOptions,
  extend?: Way['extend'],
): Opened {
  const pool = new Pooled(servers, {
    Client: clientFor(prepare ? PreparedClient : WatchedClient, servers, extend),
    connectionString: servers.current(),
    max: options.connections,
    application_name: options.name,
    connectionTimeoutMillis: connectWithinMs,
    ...(options.keptIdleMs !== undefined && { idleTimeoutMillis: options.keptIdleMs }),
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    ...(prepare
      ? { options: startOptions(limits, servers.options, planOnce) }
      : servers.options !== null && { options: servers.options }),
    // Statements of a transaction are sent without waiting for the previous answer (pipelining).
    pipeline: true,
    ...(checkConnection !== undefined && { verify: verifyBy(checkConnection) }),
  });
  watch(pool, { limits, prepare, check: checkConnection });
  return pool;
}

function clientFor(Client: ClientClass, servers: Servers, extend?: Way['extend']): ClientClass {
  const primary = oneOf(Client, servers);
  return extend === undefined ? primary : extend(primary);
}

/** The address, as the database was opened with it, of the server that is used now. */
export const addressOf = (db: Database): string => (db as WatchedPool).servers.current();

const verifyBy =
  (check: (connection: Sql) => Promise<void>) =>
  (client: PoolClient, answered: (problem?: Error) => void): void => {
    check(client).then(
      () => answered(),
      (problem: unknown) => {
        watched(client).drop();
        answered(problem instanceof Error ? problem : new Error(String(problem)));
      },
    );
  };

/**
 * For long work: `statementMs` per statement and `idleInTransactionMs` between two of them, until the transaction ends.
 */
export async function allowTime(
  tx: Tx,
  { statementMs, idleInTransactionMs = serviceLimits.idleInTransactionMs }: TimeAllowed,
): Promise<void> {
  (tx as unknown as WatchedClient).allow(statementMs);
  await tx.query(localSettings({ statementMs, lockMs: statementMs, idleInTransactionMs }));
}

/** Work of single statements that may take long; its connection is used for nothing else. */
export async function withTime<Result>(
  db: Database,
  statementMs: number,
  work: (connection: Sql) => Promise<Result>,
): Promise<Result> {
  const connection = await checkOut(db);
  try {
    connection.allow(statementMs);
    const set: Promise<unknown> = connection.query(
      `set statement_timeout = ${statementMs}; set lock_timeout = ${statementMs}`,
    );
    await set;
    return await work(connection);
  } finally {
    release(connection, true);
  }
}

export interface TimeAllowed {
  statementMs: number;
  idleInTransactionMs?: number;
}

/**
 * Runs `work` in one transaction: commits when it returns, rolls back when it throws. Nothing is sent before the server
 * has begun it: had `begin` been cancelled, each statement behind it would commit alone (docs/decisions/0085).
 */
export function transaction<Result>(db: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return pipelinedTransaction(db, async (tx) => ({ result: await work(tx), written: nothing }));
}

/**
 * Sends statements of one transaction without waiting in between; its connection is pipelined, so the server executes
 * them in the order of the list. Each part must send its first statement before it awaits anything. Use `Promise.all`
 * where the order does not matter.
 */
export function inOrder<const Parts extends readonly (() => unknown)[]>(
  ...parts: Parts
): Promise<{ -readonly [Place in keyof Parts]: Awaited<ReturnType<Parts[Place]>> }> {
  return Promise.all(parts.map((send) => send())) as never;
}

/** A result whose writes are still in progress. */
export interface Sent<Result> {
  result: Result;
  /** Settled when the server has executed all writes. */
  written: Promise<unknown>;
}

/**
 * Like `transaction`, for work whose last statements were sent without waiting (`written`): the commit is sent directly
 * behind them. If one fails, the server rolls back, and this throws what `written` throws. For the meaning of each
 * error see database-errors.ts.
 */
export async function pipelinedTransaction<Result>(
  db: Database,
  work: (tx: Tx) => Promise<Sent<Result>>,
): Promise<Result> {
  const connection = await checkOut(db);
  let lost = false;
  let commitSent = false;
  try {
    await connection.begin();
    const { result, written } = await work(connection as unknown as Tx);
    commitSent = true;
    const committed: Promise<{ command: string }> = connection.query('commit');
    committed.catch(() => {});
    await written;
    if ((await committed.catch(rethrowCommit)).command !== 'COMMIT')
      throw new Error('An earlier statement failed: nothing was committed.');
    if (connection.unreplicated) throw new OutcomeUnknown(null);
    return result;
  } catch (caught) {
    const problem = isAftermath(caught) ? connection.refusal : caught;
    lost = connection.isLost(problem) || !(await rolledBack(connection));
    if (!lost && connection.hasLeft(problem)) throw new Moving(located(db, problem));
    if (!lost) throw problem;
    throw commitSent
      ? new OutcomeUnknown(located(db, problem))
      : new DatabaseUnavailable(located(db, problem));
  } finally {
    release(connection, lost);
  }
}

/** Like `transaction`, for work that sends all its statements at once: the commit is sent directly behind them. */
export async function transactionAtOnce<Result>(
  db: Database,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const result = await pipelinedTransaction(db, (tx) => {
    const written = work(tx);
    return Promise.resolve({ result: () => written, written });
  });
  return result();
}

/** Taken by whole operations: given the database they open a transaction, given a transaction they join it. */
export type DatabaseOrTx = Database | Tx;

/** Runs the statements of an operation, all of them or none. */
export function atomically<Result>(db: DatabaseOrTx, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db instanceof Pool ? transaction(db, work) : work(db);
}

const nothing = Promise.resolve();

/** If the answer is not a database error, the commit may have happened. */
function rethrowCommit(problem: unknown): never {
  throw isRefusedCommit(problem) ? problem : new OutcomeUnknown(problem);
}

function rolledBack(connection: WatchedClient): Promise<boolean> {
  return (connection.query('rollback') as Promise<unknown>).then(
    () => true,
    () => false,
  );
}
