import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { findPostgresBinaries } from '../../src/platform/database/embedded/binaries.ts';
import {
  clusterFolderOf,
  initialiseCluster,
  SUPERUSER,
} from '../../src/platform/database/embedded/initialise-cluster.ts';
import { launchServer } from '../../src/platform/database/embedded/launch-server.ts';
import { allowTraversal, chooseRunAs } from '../../src/platform/database/embedded/run-as.ts';
import { killServer } from '../platform/database/server-pair.ts';

/** A server that archives its log, and what is restored from its backup. */
export interface ArchivedServer extends AsyncDisposable {
  url: string;
  /** Copies the running server, as a backup tool does. */
  backUp(): Promise<void>;
  /** Everything before is in the archive when this returns. */
  archive(): Promise<void>;
  kill(): Promise<void>;
  /** A new server with what was committed up to this instant. */
  restoreTo(instant: Date): Promise<string>;
}

const patienceMs = 60_000;
const lookAgainMs = 50;
const settings = { fsync: 'off', max_connections: '60', shared_buffers: '64MB', wal_level: 'replica' };

export async function archivedServer(): Promise<ArchivedServer> {
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-archive-'));
  const [origin, restored, backup, archived] = ['origin', 'restored', 'backup', 'archive'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string];
  const run = {
    binaries: findPostgresBinaries(folder),
    runAs: chooseRunAs(clusterFolderOf(origin)),
  };
  for (const own of [origin, restored, archived]) {
    mkdirSync(own, { mode: 0o700 });
    allowTraversal(own, run.runAs);
  }
  spawnSync('chmod', ['777', archived]);
  const password = await initialiseCluster(origin, run, { durable: false, onProgress: () => {} });
  const urlOf = (port: number): string => `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`;
  const launch = async (own: string, more: Record<string, string>): Promise<string> => {
    const { port } = await launchServer({
      folder: own,
      cluster: clusterFolderOf(own),
      run,
      settings: { ...settings, ...more },
      onProgress: () => {},
      preferredPort: null,
      urlOf,
    });
    return urlOf(port);
  };
  const url = await launch(origin, { archive_mode: 'on', archive_command: `cp %p ${archived}/%f` });
  return {
    url,
    async backUp() {
      const client = await connect(url);
      await client.query(`select pg_backup_start('test', true)`);
      copyRunning(clusterFolderOf(origin), backup);
      const { rows } = await client.query<{ labelfile: string }>(
        `select labelfile from pg_backup_stop(false)`,
      );
      await client.end();
      writeFileSync(join(backup, 'backup_label'), rows[0]?.labelfile ?? '');
    },
    async archive() {
      const client = await connect(url);
      const { rows } = await client.query<{ name: string }>(
        `select pg_walfile_name(pg_current_wal_lsn()) as name, pg_switch_wal()`,
      );
      await client.end();
      const deadline = performance.now() + patienceMs;
      while (!readdirSync(archived).includes(rows[0]?.name ?? '')) {
        assert.ok(performance.now() < deadline, 'the log is not archived');
        await sleep(lookAgainMs);
      }
    },
    kill: () => killServer(clusterFolderOf(origin)),
    async restoreTo(instant) {
      spawnSync('cp', ['-a', backup, clusterFolderOf(restored)]);
      writeFileSync(join(clusterFolderOf(restored), 'recovery.signal'), '');
      const restoredUrl = await launch(restored, {
        restore_command: `cp ${archived}/%f %p`,
        recovery_target_time: instant.toISOString().replace('T', ' ').replace('Z', '+00'),
        recovery_target_action: 'promote',
      });
      const deadline = performance.now() + patienceMs;
      for (;;) {
        const client = await connect(restoredUrl);
        const { rows } = await client.query<{ ready: boolean }>(`select not pg_is_in_recovery() as ready`);
        await client.end();
        if (rows[0]?.ready === true) return restoredUrl;
        assert.ok(performance.now() < deadline, 'the restored server does not accept writes');
        await sleep(lookAgainMs);
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([origin, restored].map((own) => killServer(clusterFolderOf(own))));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  return client;
}

/** Files may vanish meanwhile; PostgreSQL brings what it needs of them from the archive. */
function copyRunning(from: string, to: string): void {
  const { stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' });
  const problems = stderr.split('\n').filter((line) => line !== '' && !line.includes('No such file'));
  assert.deepEqual(problems, []);
  rmSync(join(to, 'postmaster.pid'), { force: true });
  for (const name of readdirSync(join(to, 'pg_wal'), { withFileTypes: true }))
    if (name.isFile()) rmSync(join(to, 'pg_wal', name.name));
}
