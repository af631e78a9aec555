/** Joins the running server, or starts one. Must be called while holding the gate. */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartProblem } from '../../process/start-problem.ts';
import { findPostgresBinaries } from './binaries.ts';
import { readConnection, urlOf, writeConnection, type Address } from './connection-file.ts';
import { clusterFolderOf, initialiseCluster, readPassword } from './initialise-cluster.ts';
import { answers, launchServer } from './launch-server.ts';
import { chooseRunAs, allowTraversal } from './run-as.ts';
import { socketFolderOf } from './socket-folder.ts';
import { clearDeadServer, findPostmaster, stopPostmaster } from './running-server.ts';

export interface EmbeddedPostgresOptions {
  /** Contains the cluster, its password, its log and, while it runs, connection.json. */
  folder: string;
  onProgress?: ((message: string) => void) | undefined;
  /** Server settings that override those of settings.ts. */
  settings?: Record<string, string> | undefined;
}

export interface RunningServer extends Address {
  password: string;
  /** Null if another process started it. */
  child: ChildProcess | null;
}

const joinTimeoutMs = 60_000;
const askAgainMs = 200;

export async function bringUp(
  folder: string,
  options: EmbeddedPostgresOptions,
  alone: boolean,
): Promise<RunningServer> {
  return (alone ? null : await joinServer(folder)) ?? (await startServer(folder, options, alone));
}

async function joinServer(folder: string): Promise<RunningServer | null> {
  const cluster = clusterFolderOf(folder);
  const known = readConnection(folder);
  if (known === null) return null;
  const password = readPassword(folder);
  const deadline = performance.now() + joinTimeoutMs;
  while (findPostmaster(cluster) !== null) {
    if (await answers(urlOf(password, known, 'postgres'))) return { ...known, password, child: null };
    if (performance.now() > deadline) {
      throw new StartProblem(`The PostgreSQL in ${folder} runs but does not answer: see its postgres.log.`);
    }
    await sleep(askAgainMs);
  }
  return null;
}

async function startServer(
  folder: string,
  options: EmbeddedPostgresOptions,
  alone: boolean,
): Promise<RunningServer> {
  const cluster = clusterFolderOf(folder);
  const onProgress = options.onProgress ?? (() => {});
  const run = { binaries: findPostgresBinaries(folder), runAs: chooseRunAs(cluster) };
  allowTraversal(folder, run.runAs);

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
    preferredPort: alone ? null : (readConnection(folder)?.port ?? null),
    urlOf: (candidate) => urlOf(password, { port: candidate, socketFolder: null }, 'postgres'),
  });
  if (child.pid === undefined) throw new Error('a server that answers has no pid');
  const address = { port, socketFolder: await workingSocket(password, port, cluster) };
  writeConnection(folder, { ...address, pid: child.pid });
  return { ...address, password, child };
}

/** Some file systems (folders shared with a container) do not support sockets. */
async function workingSocket(password: string, port: number, cluster: string): Promise<string | null> {
  const socketFolder = socketFolderOf(cluster);
  if (socketFolder === null) return null;
  return (await answers(urlOf(password, { port, socketFolder }, 'postgres'))) ? socketFolder : null;
}
