/** Starts the embedded PostgreSQL. */
import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { StartProblem } from '../../process/start-problem.ts';
import { spawnBinary, type BinaryRun } from './run-binary.ts';
import { openServerLog, type ServerLog } from './server-log.ts';
import { laptopSettings } from './settings.ts';
import { socketFolderOf } from './socket-folder.ts';

export interface Launch {
  folder: string;
  cluster: string;
  run: BinaryRun;
  settings: Record<string, string>;
  onProgress: (message: string) => void;
  /** The port of a server that crashed; its users expect it there again. */
  preferredPort: number | null;
  urlOf(port: number): string;
}

export interface Launched {
  port: number;
  child: ChildProcess;
}

const portAttempts = 5;
const readyTimeoutMs = 600_000;
const sayRecoveringAfterMs = 3000;
const lookAgainMs = 25;
const connectTimeoutMs = 5000;

/** Starts the server on a free port and returns once it accepts statements, after crash recovery if necessary. */
export async function launchServer(launch: Launch): Promise<Launched> {
  let socketFolder = socketFolderOf(launch.cluster);
  for (let attempt = 1; ; attempt++) {
    const port = (attempt === 1 ? launch.preferredPort : null) ?? (await findFreePort());
    const log = openServerLog(launch.folder);
    const child = spawnBinary(
      launch.run,
      launch.run.binaries.postgres,
      serverArguments(launch, port, socketFolder),
      ['ignore', log.descriptor, log.descriptor],
    );
    log.close();
    child.unref();
    const failure = await readyOrFailed(launch, child, port, log);
    if (failure === null) return { port, child };
    // The file system has no sockets: use the port only.
    if (socketFolder !== null && failure.includes('Unix-domain socket')) {
      socketFolder = null;
      continue;
    }
    // Another program took the port after our check: choose another.
    if (failure.includes('Address already in use') && attempt < portAttempts) continue;
    throw new StartProblem(
      `The embedded PostgreSQL in ${launch.folder} does not start: ${reasonOf(failure)}`,
    );
  }
}

function serverArguments(launch: Launch, port: number, socketFolder: string | null): string[] {
  const settings = {
    ...laptopSettings,
    ...launch.settings,
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: socketFolder ?? '',
    unix_socket_permissions: '0700',
  };
  return [
    '-D',
    launch.cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

/** Null if the server answers, else the reason from its log. */
async function readyOrFailed(
  launch: Launch,
  child: ChildProcess,
  port: number,
  log: ServerLog,
): Promise<string | null> {
  let spawnFailure: Error | null = null;
  child.once('error', (error) => (spawnFailure = error));
  const started = performance.now();
  let saidRecovering = false;
  while (performance.now() - started < readyTimeoutMs) {
    if (spawnFailure !== null) return String(spawnFailure);
    if (child.exitCode !== null || child.signalCode !== null) return log.news();
    if (await answers(launch.urlOf(port))) return null;
    if (!saidRecovering && performance.now() - started > sayRecoveringAfterMs) {
      saidRecovering = true;
      launch.onProgress('PostgreSQL recovers after an unclean stop…');
    }
    await sleep(lookAgainMs);
  }
  child.kill('SIGQUIT');
  return `no answer within ${readyTimeoutMs / 1000} seconds`;
}

/** Whether our server (only we know its password) answers a statement there. */
export async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(address.port);
      else reject(new Error('a listening socket has no port'));
    });
  });
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function reasonOf(message: string): string {
  const lines = message.trim().split('\n');
  return lines.findLast((line) => /FATAL|PANIC|ERROR|error/.test(line)) ?? lines.at(-1) ?? 'it said nothing';
}
