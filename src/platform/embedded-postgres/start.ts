import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockFile, tryLockFile, type FileLock } from '../file-lock.ts';
import { StartProblem } from '../start-problem.ts';
import { findPostgresBinaries } from './binaries.ts';
import { clusterFolderOf, initialiseCluster, SUPERUSER } from './initialise-cluster.ts';
import { answers, launchServer } from './launch-server.ts';
import { chooseRunAs, openTheWay } from './run-as.ts';
import { clearDeadServer, findPostmaster, stopPostmaster } from './running-server.ts';

export interface EmbeddedPostgresOptions {
  /** Holds the cluster, its password, its log and, while it runs, connection.json. */
  folder: string;
  onProgress?: ((words: string) => void) | undefined;
  /** Server settings over those of settings.ts. */
  settings?: Record<string, string> | undefined;
}

export interface EmbeddedPostgres {
  url(database: string): string;
  /** Leaves the server, and stops it when nobody else on this machine uses it. */
  stop(): Promise<void>;
}

interface Connection {
  port: number;
  pid: number;
}

const GATE_WAIT_MS = 120_000;
const SHARED_LOCK_WAIT_MS = 10_000;

/**
 * Joins the server of this folder when somebody uses it, else starts it. Every user holds a shared lock, so that the
 * last one to leave stops the server; a server that runs without users was orphaned by a kill -9 and is stopped
 * cleanly before a new start. The gate lets one process at a time start, join or stop.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = prepareFolder(options.folder);
  const usersFile = join(folder, 'users.lock');
  return await throughGate(folder, async () => {
    const alone = tryLockFile(usersFile, 'exclusive');
    let password: string;
    let connection: Connection;
    try {
      ({ password, connection } = await bringUp(folder, options, alone !== null));
    } finally {
      alone?.release();
    }
    const use = await lockFile(usersFile, 'shared', SHARED_LOCK_WAIT_MS);
    if (use === null) throw new StartProblem(`The lock ${usersFile} does not come free.`);
    return leavable(folder, usersFile, use, (database) => urlOf(password, connection.port, database));
  });
}

function prepareFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return realpathSync(folder);
  } catch (error) {
    throw new StartProblem(
      `The folder ${folder} cannot be used: ${error instanceof Error ? error.message : ''}`,
    );
  }
}

async function throughGate<T>(folder: string, pass: () => Promise<T>): Promise<T> {
  const gate = await lockFile(join(folder, 'gate.lock'), 'exclusive', GATE_WAIT_MS);
  if (gate === null)
    throw new StartProblem(`Another process has been starting the PostgreSQL in ${folder} for too long.`);
  try {
    return await pass();
  } finally {
    gate.release();
  }
}

async function bringUp(
  folder: string,
  options: EmbeddedPostgresOptions,
  alone: boolean,
): Promise<{ password: string; connection: Connection }> {
  const cluster = clusterFolderOf(folder);
  const onProgress = options.onProgress ?? (() => {});
  const known = readConnection(folder);
  if (!alone && known !== null) {
    const password = readFileSync(join(folder, 'password'), 'utf8').trim();
    if (await answers(urlOf(password, known.port, 'postgres'))) return { password, connection: known };
  }

  const run = { binaries: findPostgresBinaries(folder), runAs: chooseRunAs(cluster) };
  openTheWay(folder, run.runAs);
  const orphan = findPostmaster(cluster);
  if (orphan !== null) {
    onProgress('Stopping the PostgreSQL that an earlier run left…');
    await stopPostmaster(orphan, cluster);
  }
  await clearDeadServer(cluster);
  const settings = options.settings ?? {};
  const password = await initialiseCluster(folder, run, { durable: settings.fsync !== 'off', onProgress });
  const { port, child } = await launchServer({
    folder,
    cluster,
    run,
    settings,
    onProgress,
    preferredPort: alone ? null : (known?.port ?? null),
    urlOf: (candidate) => urlOf(password, candidate, 'postgres'),
  });
  if (child.pid === undefined) throw new Error('a server that answers has no pid');
  const connection = { port, pid: child.pid };
  writeConnection(folder, connection);
  return { password, connection };
}

function leavable(
  folder: string,
  usersFile: string,
  use: FileLock,
  url: (database: string) => string,
): EmbeddedPostgres {
  const cluster = clusterFolderOf(folder);
  const stopOnExit = () => {
    use.release();
    const alone = tryLockFile(usersFile, 'exclusive');
    const pid = alone === null ? null : findPostmaster(cluster);
    if (pid !== null) process.kill(pid, 'SIGINT');
    alone?.release();
  };
  process.once('exit', stopOnExit);

  let stopped: Promise<void> | null = null;
  const leave = async () => {
    process.off('exit', stopOnExit);
    await throughGate(folder, async () => {
      use.release();
      const alone = tryLockFile(usersFile, 'exclusive');
      if (alone === null) return;
      try {
        const pid = findPostmaster(cluster);
        if (pid !== null) await stopPostmaster(pid, cluster);
        rmSync(join(folder, 'connection.json'), { force: true });
      } finally {
        alone.release();
      }
    });
  };
  return { url, stop: () => (stopped ??= leave()) };
}

function urlOf(password: string, port: number, database: string): string {
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
}

function readConnection(folder: string): Connection | null {
  try {
    const value: unknown = JSON.parse(readFileSync(join(folder, 'connection.json'), 'utf8'));
    if (typeof value !== 'object' || value === null || !('port' in value) || !('pid' in value)) return null;
    const { port, pid } = value;
    return typeof port === 'number' && typeof pid === 'number' ? { port, pid } : null;
  } catch {
    return null;
  }
}

function writeConnection(folder: string, connection: Connection): void {
  const path = join(folder, 'connection.json');
  writeFileSync(`${path}.new`, `${JSON.stringify(connection)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
