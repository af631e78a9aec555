import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { clusterFolderOf } from '../../src/platform/database/embedded/initialise-cluster.ts';
import { findPostmaster, stopPostmaster } from '../../src/platform/database/embedded/running-server.ts';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/start.ts';
import { tryLockFile, type FileLock } from '../../src/platform/process/file-lock.ts';
import { fastFolder } from './fast-folder.ts';

export interface TestCluster {
  /** The URL of the server's maintenance database, for the superuser. */
  serverUrl: string;
  stop(): Promise<void>;
}

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/**
 * The address of the server on which tests make their databases, for its superuser: given by whoever runs them, or by
 * test/run.ts, which then starts an embedded one.
 */
export const CLUSTER_VARIABLE = 'FACEVALUE_TEST_DATABASE_URL';

const FOLDER_PREFIX = 'facevalue-test-';
const TEMPLATE_IN_USE = '55006';
const CLONE_ATTEMPTS = 100;
const CLONE_PAUSE_MS = 50;

/** Tests lose nothing in a crash, so their server does not wait for the disk. */
const TEST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  max_wal_size: '1GB',
};

/** Starts a cluster in its own folder, which is deleted with it. */
export async function startTestCluster(): Promise<TestCluster> {
  const home = fastFolder();
  await sweepDeadClusters();
  const folder = mkdtempSync(join(home, FOLDER_PREFIX));
  const server = await startEmbeddedPostgres({ folder, settings: TEST_SETTINGS });
  const stop = async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { serverUrl: server.url('postgres'), stop };
}

/** A server that somebody else has started; what this run, or a killed one before it, makes there is dropped. */
export async function useServer(serverUrl: string): Promise<TestCluster> {
  await dropTestDatabases(serverUrl);
  return { serverUrl, stop: () => dropTestDatabases(serverUrl) };
}

function dropTestDatabases(serverUrl: string): Promise<void> {
  return withClient(serverUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database where datname ~ '^(test_[0-9]+_[0-9a-f]{8}|template_[0-9a-f]{20}(_unfinished)?)$'`,
    );
    for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`);
  });
}

/** Removes clusters of killed runs, with their servers. */
export async function sweepDeadClusters(): Promise<void> {
  const home = fastFolder();
  for (const name of readdirSync(home).filter((entry) => entry.startsWith(FOLDER_PREFIX))) {
    const folder = join(home, name);
    const files = [join(folder, 'gate.lock'), join(folder, 'users.lock')];
    // Without both files it is another run's cluster being created, or not ours.
    if (!files.every((file) => existsSync(file))) continue;
    const locks: FileLock[] = [];
    try {
      for (const file of files) {
        const lock = tryLockFile(file, 'exclusive');
        if (lock === null) break;
        locks.push(lock);
      }
      if (locks.length === files.length) await removeCluster(folder);
    } catch {
      // It belongs to another user of this machine.
    } finally {
      for (const lock of locks) lock.release();
    }
  }
}

async function removeCluster(folder: string): Promise<void> {
  const cluster = clusterFolderOf(folder);
  const pid = findPostmaster(cluster);
  if (pid !== null) await stopPostmaster(pid, cluster);
  rmSync(folder, { recursive: true, force: true });
}

/**
 * A database copied from a template that `templateSetup` fills once per key and cluster. The set-up must close its
 * connections.
 */
export async function createTestDatabase(
  templateSetup: (url: string) => Promise<void>,
  key: string,
): Promise<TestDatabase> {
  const serverUrl = await testServerUrl();
  const template = `template_${createHash('sha256').update(key).digest('hex').slice(0, 20)}`;
  await withClient(serverUrl, (client) => buildTemplateOnce(client, serverUrl, template, templateSetup));
  return await copyOf(template, () => Promise.resolve());
}

/** A database as it is now. Its connections are ended; pools make new ones. */
export async function copyTestDatabase(url: string): Promise<TestDatabase> {
  const source = new URL(url).pathname.slice(1);
  return await copyOf(source, (client) =>
    client.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1`, [source]),
  );
}

async function copyOf(source: string, clear: (client: Client) => Promise<unknown>): Promise<TestDatabase> {
  const serverUrl = await testServerUrl();
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await withClient(serverUrl, (client) =>
    whenNobodyIsIn(async () => {
      await clear(client);
      // By files, an eighth of the time of a copy through the log.
      await client.query(`create database ${name} template ${source} strategy file_copy`);
    }),
  );
  const drop = () =>
    withClient(serverUrl, async (client) => {
      await client.query(`drop database if exists ${name} with (force)`);
    });
  return { url: urlOfDatabase(serverUrl, name), drop };
}

let ownCluster: Promise<TestCluster> | null = null;

/** The shared cluster of `npm test`, or one of this process if a test file is run by hand. */
async function testServerUrl(): Promise<string> {
  const shared = process.env[CLUSTER_VARIABLE];
  if (shared) return shared;
  ownCluster ??= startTestCluster().then((cluster) => {
    process.once('beforeExit', () => void cluster.stop());
    return cluster;
  });
  return (await ownCluster).serverUrl;
}

async function buildTemplateOnce(
  client: Client,
  serverUrl: string,
  template: string,
  templateSetup: (url: string) => Promise<void>,
): Promise<void> {
  await client.query('select pg_advisory_lock(hashtext($1))', [template]);
  try {
    const known = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (known.rowCount !== 0) return;
    const unfinished = `${template}_unfinished`;
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await client.query(`create database ${unfinished}`);
    await templateSetup(urlOfDatabase(serverUrl, unfinished));
    await whenNobodyIsIn(() => client.query(`alter database ${unfinished} rename to ${template}`));
  } finally {
    await client.query('select pg_advisory_unlock(hashtext($1))', [template]);
  }
}

/** A connection just closed still exists in the server for a moment. */
async function whenNobodyIsIn(statement: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await statement();
      return;
    } catch (error) {
      const inUse = error instanceof DatabaseError && error.code === TEMPLATE_IN_USE;
      if (!inUse || attempt === CLONE_ATTEMPTS) throw error;
      await sleep(CLONE_PAUSE_MS);
    }
  }
}

async function withClient(url: string, use: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}

function urlOfDatabase(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
