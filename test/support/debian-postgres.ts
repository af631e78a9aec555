import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sinkIdentityFile } from './mail-sink.ts';
import { freePort } from '../../src/platform/process/free-port.ts';

/** Debian 12's package postgresql-15: the oldest version that is supported (docs/operating.md). */
const binaries = '/usr/lib/postgresql/15/bin';

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
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-debian-postgres-'));
  const data = join(folder, 'data');
  asRoot('chown', 'postgres', folder);
  const port = await freePort('127.0.0.1', 0);
  const identity = join(folder, 'identity.pem');
  cpSync(sinkIdentityFile, identity);
  asRoot('chown', 'postgres', identity);
  asRoot('chmod', '600', identity);
  const encrypted = { ssl: 'on', ssl_cert_file: identity, ssl_key_file: identity };
  const options = Object.entries({ ...settings, port, ...(tls && encrypted) }).map(
    ([name, value]) => `-c ${name}='${value}'`,
  );
  asPostgres(
    `${binaries}/initdb`,
    '-D',
    data,
    '-A',
    'trust',
    '-U',
    'postgres',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
  );
  asPostgres(
    `${binaries}/pg_ctl`,
    '-D',
    data,
    '-l',
    join(folder, 'log'),
    '-o',
    options.join(' '),
    '-w',
    '-s',
    'start',
  );
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    [Symbol.asyncDispose]() {
      asPostgres(`${binaries}/pg_ctl`, '-D', data, '-m', 'immediate', '-w', '-s', 'stop');
      rmSync(folder, { recursive: true, force: true });
      return Promise.resolve();
    },
  };
}

function asRoot(command: string, ...args: string[]): void {
  assert.equal(spawnSync(command, args).status, 0);
}

function asPostgres(...command: string[]): void {
  const ran = spawnSync('runuser', ['-u', 'postgres', '--', ...command], { encoding: 'utf8', cwd: '/' });
  assert.equal(ran.status, 0, `${command.join(' ')}: ${ran.stdout}${ran.stderr}`);
}
