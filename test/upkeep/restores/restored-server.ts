import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { findPostgresBinaries } from '../../../src/platform/database/embedded/binaries.ts';
import {
  clusterFolderOf,
  initialiseCluster,
  superuser,
} from '../../../src/platform/database/embedded/initialise-cluster.ts';
import { launchServer } from '../../../src/platform/database/embedded/launch-server.ts';
import { allowTraversal, chooseRunAs } from '../../../src/platform/database/embedded/run-as.ts';
import { killServer } from '../../platform/database/server-pair.ts';

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

/** What somebody does who restores a backup while the installation still runs: the copy stands at the address of the server that was lost. */
export interface EmbeddedArchivedServer extends ArchivedServer {
  /** The lost server again, in place of the copy. */
  restart(): Promise<void>;
  /** The copy, in recovery: it answers statements that read, and its end of recovery waits for `promote`. */
  replay(instant: Date): Promise<void>;
  promote(): Promise<void>;
}

const patienceMs = 60_000;
const lookAgainMs = 50;
const settings = { fsync: 'off', max_connections: '60', shared_buffers: '64MB', wal_level: 'replica' };

export async function archivedServer(): Promise<EmbeddedArchivedServer> {
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
  const urlOf = (port: number): string => `postgres://${superuser}:${password}@127.0.0.1:${port}/postgres`;
  let address: number | null = null;
  const launch = async (
    own: string,
    more: Record<string, string>,
    at: number | null = null,
  ): Promise<string> => {
    const { port } = await launchServer({
      folder: own,
      cluster: clusterFolderOf(own),
      run,
      settings: { ...settings, ...more },
      onProgress: () => {},
      preferredPort: at,
      urlOf,
    });
    if (at !== null) assert.equal(port, at, 'somebody else has taken the address');
    address ??= port;
    return urlOf(port);
  };
  const archiving = {
    archive_mode: 'on',
    archive_command: `cp %p ${archived}/%f.part && mv ${archived}/%f.part ${archived}/%f`,
  };
  const url = await launch(origin, archiving);
  const recoveryTo = (instant: Date, action: string): Record<string, string> => ({
    restore_command: `cp ${archived}/%f %p`,
    recovery_target_time: instant.toISOString().replace('T', ' ').replace('Z', '+00'),
    recovery_target_action: action,
  });
  /** The backup, which recovers when it is started. */
  function layOut(): void {
    rmSync(clusterFolderOf(restored), { recursive: true, force: true });
    spawnSync('cp', ['-a', backup, clusterFolderOf(restored)]);
    writeFileSync(join(clusterFolderOf(restored), 'recovery.signal'), '');
  }
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
      layOut();
      const restoredUrl = await launch(restored, recoveryTo(instant, 'promote'));
      await untilPromoted(restoredUrl);
      return restoredUrl;
    },
    async restart() {
      await killServer(clusterFolderOf(restored));
      await launch(origin, archiving, address);
    },
    async replay(instant) {
      layOut();
      await launch(restored, recoveryTo(instant, 'pause'), address);
    },
    async promote() {
      // It pauses where it was told to end.
      const paused = `select pg_get_wal_replay_pause_state() = 'paused' as ready`;
      const deadline = performance.now() + patienceMs;
      while (!(await ask<{ ready: boolean }>(url, paused)).ready) {
        assert.ok(performance.now() < deadline, 'the copy does not reach the instant');
        await sleep(lookAgainMs);
      }
      await ask(url, 'select pg_wal_replay_resume()');
      await untilPromoted(url);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([origin, restored].map((own) => killServer(clusterFolderOf(own))));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilPromoted(at: string): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await ask<{ ready: boolean }>(at, `select not pg_is_in_recovery() as ready`)).ready) {
    assert.ok(performance.now() < deadline, 'the restored server does not accept writes');
    await sleep(lookAgainMs);
  }
}

/** The only row of a statement. */
async function ask<Row extends object>(url: string, text: string): Promise<Row> {
  const client = await connect(url);
  try {
    return (await client.query<Row>(text)).rows[0] as Row;
  } finally {
    await client.end();
  }
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
