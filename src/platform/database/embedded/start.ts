/** The embedded PostgreSQL of a data folder, shared by the processes that use it. */
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
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

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const restarts = 5;
const gateWaitMs = 120_000;
const sharedLockWaitMs = 10_000;

/**
 * Joins the server of this folder if it is in use, otherwise starts it. Every user holds a shared lock, so that the
 * last one stops the server. A server that runs without users was orphaned by a kill -9 and is stopped before a new
 * start. The gate lock allows one process at a time to start, join or stop.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = prepareFolder(options.folder);
  const place = placeIn(folder);
  const forgetExit = stopServerOnExit(place);
  try {
    return await throughGate(folder, async () => {
      place.lock = tryLockFile(place.usersFile, 'exclusive');
      const server = await bringUp(folder, options, place.lock !== null);
      place.lock?.release();
      place.lock = await lockFile(place.usersFile, 'shared', sharedLockWaitMs);
      if (place.lock === null) throw new StartProblem(`The lock ${place.usersFile} does not come free.`);
      return leavable(place, options, server, forgetExit);
    });
  } catch (problem) {
    place.lock?.release();
    forgetExit();
    throw problem;
  }
}

/** What this process holds in the folder. */
interface Place {
  folder: string;
  cluster: string;
  usersFile: string;
  /** Exclusive while the server comes up, then shared with its other users. */
  lock: FileLock | null;
}

function placeIn(folder: string): Place {
  return { folder, cluster: clusterFolderOf(folder), usersFile: join(folder, 'users.lock'), lock: null };
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
  const gate = await lockFile(join(folder, 'gate.lock'), 'exclusive', gateWaitMs);
  if (gate === null)
    throw new StartProblem(`Another process has been starting the PostgreSQL in ${folder} for too long.`);
  try {
    return await pass();
  } finally {
    gate.release();
  }
}

function leavable(
  place: Place,
  options: EmbeddedPostgresOptions,
  server: RunningServer,
  forgetExit: () => void,
): EmbeddedPostgres {
  let stopped: Promise<void> | null = null;
  const leave = async () => {
    forgetExit();
    await throughGate(place.folder, async () => {
      place.lock?.release();
      const alone = tryLockFile(place.usersFile, 'exclusive');
      if (alone === null) return;
      try {
        const pid = findPostmaster(place.cluster);
        if (pid !== null) await stopPostmaster(pid, place.cluster);
        rmSync(connectionFileOf(place.folder), { force: true });
      } finally {
        alone.release();
      }
    });
  };
  keepUp(place.folder, options, server.child, () => stopped !== null);
  return {
    url: (database) => urlOf(server.password, server, database),
    stop: () => (stopped ??= leave()),
  };
}

/** A process that exits without leaving takes the server along, unless others use it. Returns what undoes this. */
function stopServerOnExit(place: Place): () => void {
  const stop = () => {
    place.lock?.release();
    const alone = tryLockFile(place.usersFile, 'exclusive');
    const pid = alone === null ? null : findPostmaster(place.cluster);
    if (pid !== null) process.kill(pid, 'SIGINT');
    alone?.release();
  };
  process.once('exit', stop);
  for (const signal of endingSignals) process.on(signal, exitIfUnheard);
  return () => {
    process.off('exit', stop);
    for (const signal of endingSignals) process.off(signal, exitIfUnheard);
  };
}

/** A signal that nobody else listens to ends the process as it would without us, but Node's "exit" is not left out. */
function exitIfUnheard(signal: NodeJS.Signals): void {
  if (process.listeners(signal).every((listener) => listener === exitIfUnheard))
    process.exit(128 + constants.signals[signal]);
}

/** Restarts the server on the same port if it dies while in use (killed, or out of memory). */
function keepUp(
  folder: string,
  options: EmbeddedPostgresOptions,
  first: ChildProcess | null,
  isStopping: () => boolean,
): void {
  let restartsLeft = restarts;
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
