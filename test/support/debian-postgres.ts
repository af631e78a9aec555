/** Servers of Debian's PostgreSQL, for tests. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sinkIdentityFile } from './mail-sink.ts';
import { freePort } from '../../src/platform/process/free-port.ts';

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
  const identity = join(folder, 'identity.pem');
  cpSync(sinkIdentityFile, identity);
  asRoot('chown', 'postgres', identity);
  asRoot('chmod', '600', identity);
  const encrypted = { ssl: 'on', ssl_cert_file: identity, ssl_key_file: identity };
  const server = await debianServer(folder, { settings: { ...settings, ...(tls && encrypted) } });
  await server.start();
  return {
    url: `postgres://postgres@127.0.0.1:${server.port}/postgres`,
    async [Symbol.asyncDispose]() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** An empty folder that the servers' user may write to. */
export function postgresFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-debian-postgres-'));
  asRoot('chown', 'postgres', folder);
  return folder;
}

export interface DebianServer {
  port: number;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** As a power failure would: all its processes, at once. */
  kill(): void;
}

/** One of the servers in a folder. `environment` is what it is started with besides. */
export async function debianServer(
  folder: string,
  { settings: given, environment = [] }: { settings: Record<string, string>; environment?: string[] },
): Promise<DebianServer> {
  const port = await freePort('127.0.0.1', 0);
  const data = join(folder, `data-${port}`);
  const options = Object.entries({ ...given, port }).map(([name, value]) => `-c ${name}='${value}'`);
  await asPostgres(
    `${binaries}/initdb`,
    '-D',
    data,
    ...'-A trust -U postgres -E UTF8 --locale=C.UTF-8'.split(' '),
  );
  const control = (...words: string[]): Promise<void> =>
    asPostgres('env', ...environment, `${binaries}/pg_ctl`, '-D', data, '-w', '-s', ...words);
  return {
    port,
    start: () => control('-l', join(folder, `log-${port}`), '-o', options.join(' '), 'start'),
    stop: () => control('-m', 'immediate', 'stop'),
    kill() {
      const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').map(Number);
      for (const one of [pid, ...children.filter((child) => child > 0)]) killOne(one);
    },
  };
}

function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

const run = promisify(execFile);

function asRoot(command: string, ...args: string[]): void {
  assert.equal(spawnSync(command, args).status, 0);
}

async function asPostgres(...command: string[]): Promise<void> {
  await run('runuser', ['-u', 'postgres', '--', ...command], { cwd: '/' });
}
