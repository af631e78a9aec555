/** A cluster of Citus on Debian's PostgreSQL, for tests: a coordinator and nodes, each a server of its own on this machine. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import {
  debianLibraries,
  debianServer,
  hasDebianPostgres,
  postgresFolder,
  type DebianServer,
} from './debian-postgres.ts';

/** Why no cluster can be started here, or false. */
export function citusIsMissing(): string | false {
  if (!hasDebianPostgres()) return 'it needs Debian’s PostgreSQL 15, and root';
  if (!existsSync(join(debianLibraries, 'citus.so'))) return `Citus is not in ${debianLibraries}`;
  return spawnSync('gcc', ['--version']).status === 0 ? false : 'it needs gcc (citus-shim.c)';
}

export interface CitusServers extends AsyncDisposable {
  /** The maintenance database of the coordinator, which knows the nodes. */
  url: string;
  /** The coordinator first. */
  servers: DebianServer[];
}

/** A killed server must keep what it has answered, so only the disk is not waited for. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '300',
  max_prepared_transactions: '300',
  shared_preload_libraries: 'citus',
  wal_level: 'logical',
  fsync: 'off',
  full_page_writes: 'off',
  'citus.enable_statistics_collection': 'off',
  'citus.recover_2pc_interval': '1s',
};

/** Citus may be built for a later minor version of PostgreSQL 15 than is here: this lends what that has besides. */
function makeShim(folder: string): string {
  const shim = join(folder, 'citus-shim.so');
  const source = join(import.meta.dirname, '../cluster/citus-shim.c');
  // Lazy, as it is also loaded into what starts the server.
  const how = '-shared -fPIC -O2 -Wall -Wextra -Werror -nostdlib -Wl,-z,lazy'.split(' ');
  const { status, stderr } = spawnSync('gcc', [...how, '-o', shim, source], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${source} is not compiled: ${stderr}`);
  return shim;
}

/** `given` are settings of all servers that differ from the usual ones. */
export async function citusServers(nodes: number, given: Record<string, string> = {}): Promise<CitusServers> {
  const folder = postgresFolder();
  const environment = [`LD_PRELOAD=${makeShim(folder.path)}`];
  const servers = await Promise.all(
    Array.from({ length: nodes + 1 }, async () => {
      const server = await debianServer(folder, { settings: { ...settings, ...given }, environment });
      await server.start();
      await inMaintenance(server, 'create extension citus');
      return server;
    }),
  );
  const [coordinator, ...others] = servers;
  if (coordinator === undefined) throw new Error('There is no coordinator.');
  await inMaintenance(
    coordinator,
    `select citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`,
    ...others.map(({ port }) => `select citus_add_node('127.0.0.1', ${port})`),
  );
  return {
    url: urlOf(coordinator),
    servers,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

const urlOf = ({ port }: DebianServer): string => `postgres://postgres@127.0.0.1:${port}/postgres`;

async function inMaintenance(server: DebianServer, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: urlOf(server) });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
