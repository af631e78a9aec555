/** A cluster of Citus on Debian's PostgreSQL, for tests: a coordinator and nodes, each a server of its own on this machine. */
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

export const hasCitus = (): boolean => hasDebianPostgres() && existsSync(join(debianLibraries, 'citus.so'));

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

/** Whoever builds Citus for another minor version of PostgreSQL lays a library beside it that lends what it lacks. */
const lent = join(debianLibraries, 'citus_shim.so');

/** `given` are settings of all servers that differ from the usual ones. */
export async function citusServers(nodes: number, given: Record<string, string> = {}): Promise<CitusServers> {
  const folder = postgresFolder();
  const environment = existsSync(lent) ? [`LD_PRELOAD=${lent}`] : [];
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
