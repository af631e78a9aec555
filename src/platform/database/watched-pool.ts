/** Connections to a database, whose failures say what they mean for the data. */
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { DatabaseUnavailable, Moving, OutcomeUnknown } from './database-errors.ts';
import { localSettings, type SessionLimits } from './database-limits.ts';
import { noKeptVersions, type KeptVersions } from './kept-versions.ts';
import type { Servers } from './servers.ts';
import type { WatchedClient } from './watched-client.ts';

export type Connection = WatchedClient & PoolClient;

/** A pool whose single statements fail with typed errors, as transactions do. */
export class WatchedPool extends Pool {
  readonly servers: Servers;
  versions: KeptVersions = noKeptVersions();

  constructor(servers: Servers, config: PoolConfig) {
    super(config);
    this.servers = servers;
  }

  override query(...ask: unknown[]): never {
    return queryAlone(this, ask) as never;
  }
}

/** Asks whether the server may be used; throws if not. */
export type CheckServer = (connection: Connection) => Promise<void>;

interface Watching {
  limits: SessionLimits;
  /** Limits are set when the session starts. Otherwise a pooler may lead each transaction to another server. */
  prepare: boolean;
  check: CheckServer | undefined;
}

/** Keeps to the limits of its connections. */
export function watch(pool: WatchedPool, { limits, prepare, check }: Watching): void {
  const idle = new Set<PoolClient>();
  pool.on('connect', (client) => {
    const connection = watched(client);
    connection.allow(limits.statementMs);
    if (!prepare) connection.beginText = `begin; ${localSettings(limits)}`;
    if (!prepare && check !== undefined) connection.checkServer = () => check(connection);
    // The cause that silenced one connection has probably cut the idle ones too, so they are all closed.
    connection.onSilence = () => idle.forEach((resting) => watched(resting).drop());
  });
  pool.on('acquire', (client) => idle.delete(client));
  pool.on('release', (_problem, client) => {
    watched(client).allow(limits.statementMs);
    idle.add(client);
  });
  pool.on('remove', (client) => idle.delete(client));
  // The pool replaces an idle connection that breaks; if the failure persists, the next query reports it.
  pool.on('error', () => {});
}

export const watched = (client: PoolClient): Connection => client as Connection;

/** If a server of several does not answer, or is a standby, each of the others is tried. */
export async function checkOut(db: Pool): Promise<Connection> {
  const { servers } = db as WatchedPool;
  for (let left = servers.count; ; left -= 1) {
    const tried = servers.current();
    try {
      const connection = watched(await db.connect());
      connection.refusal = null;
      connection.unreplicated = false;
      connection.versions = (db as WatchedPool).versions;
      return connection;
    } catch (problem) {
      if (left === 1 || tried === servers.current()) throw new DatabaseUnavailable(located(db, problem));
    }
  }
}

export function release(connection: Connection, lost: boolean): void {
  if (lost) connection.drop();
  connection.release(lost);
}

/** Adds the server to the problem: with databases on several servers the log has to say which one is away. */
export function located(db: Pool, problem: unknown): unknown {
  const place = (db as WatchedPool).servers.place?.();
  return place === undefined ? problem : new Error(`${place}:`, { cause: problem });
}

async function queryAlone(db: Pool, ask: unknown[]): Promise<unknown> {
  const connection = await checkOut(db);
  let lost = false;
  try {
    const answered = await (connection.checkServer === null || !hasValues(ask)
      ? send(connection, ask)
      : sendChecked(connection, ask));
    if (connection.unreplicated) throw new OutcomeUnknown(null);
    return answered;
  } catch (problem) {
    if (connection.hasLeft(problem)) throw new Moving(located(db, problem));
    lost = connection.isLost(problem);
    if (problem instanceof DatabaseUnavailable) throw problem;
    throw lost ? new OutcomeUnknown(located(db, problem)) : problem;
  } finally {
    release(connection, lost);
  }
}

const send = (connection: Connection, ask: unknown[]): Promise<unknown> => connection.query(...ask);

/** What has none may not be allowed in a transaction. */
const hasValues = ([, values]: unknown[]): boolean => Array.isArray(values) && values.length > 0;

/** The server is asked in the transaction of the statement: a pooler leads another transaction elsewhere. */
async function sendChecked(connection: Connection, ask: unknown[]): Promise<unknown> {
  try {
    await connection.begin();
    const answered = await send(connection, ask);
    await send(connection, ['commit']);
    return answered;
  } catch (problem) {
    await send(connection, ['rollback']).catch(() => connection.drop());
    throw problem;
  }
}
