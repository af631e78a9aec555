/** The embedded PostgreSQL of a data folder, shared by the processes that use it. */
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { lockFile, tryLockFile, type FileLock } from '../../process/file-lock.ts';
import { StartProblem } from '../../process/start-problem.ts';
import { bringUp, type EmbeddedPostgresOptions, type RunningServer } from './bring-up.ts';
import { connectionFileOf, urlOf } from './connection-file.ts';
import { clusterFolderOf } from './initialise-cluster.ts';
import { findPostmaster, stopPostmaster } from './running-server.ts';

export interface EmbeddedPostgres {
  url(database: string): string;
  /** Leaves the server, and stops it if no other process on this machine uses it. */
  stop(): Promise<void>;
}

const RESTARTS = 5;
const GATE_WAIT_MS = 120_000;
const SHARED_LOCK_WAIT_MS = 10_000;

/**
 * Joins the server of this folder if it is in use, otherwise starts it. Every user holds a shared lock, so that the
 * last one stops the server. A server that runs without users was orphaned by a kill -9 and is stopped before a new
 * start. The gate lock allows one process at a time to start, join or stop.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = prepareFolder(options.folder);
  const usersFile = join(folder, 'users.lock');
  return await throughGate(folder, async () => {
    const alone = tryLockFile(usersFile, 'exclusive');
    let server: RunningServer;
    try {
      server = await bringUp(folder, options, alone !== null);
    } finally {
      alone?.release();
    }
    const use = await lockFile(usersFile, 'shared', SHARED_LOCK_WAIT_MS);
    if (use === null) throw new StartProblem(`The lock ${usersFile} does not come free.`);
    return leavable(folder, options, server, use);
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

function leavable(
  folder: string,
  options: EmbeddedPostgresOptions,
  server: RunningServer,
  use: FileLock,
): EmbeddedPostgres {
  const usersFile = join(folder, 'users.lock');
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
        rmSync(connectionFileOf(folder), { force: true });
      } finally {
        alone.release();
      }
    });
  };
  keepUp(folder, options, server.child, () => stopped !== null);
  return {
    url: (database) => urlOf(server.password, server, database),
    stop: () => (stopped ??= leave()),
  };
}

/** Restarts the server on the same port if it dies while in use (killed, or out of memory). */
function keepUp(
  folder: string,
  options: EmbeddedPostgresOptions,
  first: ChildProcess | null,
  isStopping: () => boolean,
): void {
  let restartsLeft = RESTARTS;
  const watch = (child: ChildProcess | null) =>
    child?.once('exit', () => {
      if (isStopping() || restartsLeft === 0) return;
      restartsLeft -= 1;
      options.onProgress?.('PostgreSQL stopped unexpectedly; starting it again…');
      throughGate(folder, async () =>
        watch(isStopping() ? null : (await bringUp(folder, options, false)).child),
      ).catch((error: unknown) =>
        options.onProgress?.(error instanceof Error ? error.message : String(error)),
      );
    });
  watch(first);
}
