/** Servers of Debian's PostgreSQL, for tests. */
import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sinkIdentityFile } from './mail-sink.ts';
import { fastFolder } from './fast-folder.ts';
import { lastingPort } from './lasting-port.ts';

/** Debian 12's package postgresql-15: the oldest version that is supported (docs/operating.md). */
const binaries = '/usr/lib/postgresql/15/bin';
export const debianLibraries = '/usr/lib/postgresql/15/lib';

/** Its programs run as the user that the package makes, which only root can become. */
export const hasDebianPostgres = (): boolean => existsSync(`${binaries}/initdb`) && process.getuid?.() === 0;

export interface DebianPostgres extends AsyncDisposable {
  /** The maintenance database, for the superuser. */
  url: string;
}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};

/** A new server in a folder of its own, which ends with it; with `tls`, encrypted on request. */
export async function debianPostgres({ tls = false } = {}): Promise<DebianPostgres> {
  const folder = postgresFolder();
  const identity = join(folder.path, 'identity.pem');
  cpSync(sinkIdentityFile, identity);
  asRoot('chown', 'postgres', identity);
  asRoot('chmod', '600', identity);
  const encrypted = { ssl: 'on', ssl_cert_file: identity, ssl_key_file: identity };
  const server = await debianServer(folder, { settings: { ...settings, ...(tls && encrypted) } });
  await server.start();
  return {
    url: `postgres://postgres@127.0.0.1:${server.port}/postgres`,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

/** A folder that the servers' user may write to; with it they end. */
export interface PostgresFolder extends AsyncDisposable {
  path: string;
}

/** Waits for the end of its input, which comes with the end of this process, even if that is killed. */
const endServers = `read -r _
for data in "$0"/data-*; do ${binaries}/pg_ctl -D "$data" -m immediate -w -s stop; done
rm -rf "$0"`;

export function postgresFolder(): PostgresFolder {
  const path = mkdtempSync(join(fastFolder(), 'facevalue-debian-postgres-'));
  asRoot('chown', 'postgres', path);
  const guard = spawn('runuser', [...asPostgres, 'sh', '-c', endServers, path], {
    cwd: '/',
    // Of a group of its own and without a mark (../runner/started.ts), so that what ends all of ours leaves it to its work.
    detached: true,
    env: { PATH: process.env['PATH'] },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  return {
    path,
    async [Symbol.asyncDispose]() {
      const ended = once(guard, 'close');
      guard.stdin.end();
      await ended;
      rmSync(path, { recursive: true, force: true });
    },
  };
}

export interface DebianServer {
  port: number;
  /** Of the process whose children are the connections, while it runs. */
  pid(): number;
  start(): Promise<void>;
  /** As a power failure would: all its processes, at once. */
  kill(): Promise<void>;
  /** All its processes stop where they are: it takes connections, and says nothing. */
  freeze(): void;
  thaw(): void;
}

/** One of the servers in a folder. `environment` is what it is started with besides. */
export async function debianServer(
  { path }: PostgresFolder,
  { settings: given, environment = [] }: { settings: Record<string, string>; environment?: string[] },
): Promise<DebianServer> {
  const port = await lastingPort();
  const data = join(path, `data-${port}`);
  const options = Object.entries({ ...given, port }).map(([name, value]) => `-c ${name}='${value}'`);
  const ofCluster = '-A trust -U postgres -E UTF8 --locale=C.UTF-8'.split(' ');
  await runAsPostgres(`${binaries}/initdb`, '-D', data, ...ofCluster);
  const pid = (): number => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  return {
    port,
    pid,
    async start() {
      const where = ['-D', data, '-l', join(path, `log-${port}`)];
      const how = ['-o', options.join(' '), '-t', String(mostStartS), '-w', '-s'];
      await runAsPostgres('env', ...environment, `${binaries}/pg_ctl`, ...where, ...how, 'start');
    },
    kill: () => killTree(pid()),
    freeze() {
      send('SIGSTOP', pid());
      // It makes no more children now.
      for (const one of treeOf(pid())) send('SIGSTOP', one);
    },
    thaw() {
      for (const one of treeOf(pid()).toReversed()) send('SIGCONT', one);
    },
  };
}

const mostStartS = 120;
const untilGoneMs = 20;

/** Waits until they are gone: the next server takes those that are not for its own. */
async function killTree(pid: number): Promise<void> {
  // A stopped one has no more children.
  process.kill(pid, 'SIGSTOP');
  const all = treeOf(pid);
  for (const one of all) send('SIGKILL', one);
  while (all.some((one) => send(0, one))) await sleep(untilGoneMs);
}

function treeOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').map(Number);
  return [pid, ...children.filter((child) => child > 0)];
}

/** False: it has ended. */
function send(signal: NodeJS.Signals | 0, pid: number): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

const run = promisify(execFile);
const asPostgres = ['-u', 'postgres', '--'];

function asRoot(command: string, ...args: string[]): void {
  assert.equal(spawnSync(command, args).status, 0);
}

async function runAsPostgres(...command: string[]): Promise<void> {
  await run('runuser', [...asPostgres, ...command], { cwd: '/' });
}
