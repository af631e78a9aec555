import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { findPostgresBinaries } from '../../../src/platform/database/embedded/binaries.ts';
import {
  clusterFolderOf,
  initialiseCluster,
  superuser,
} from '../../../src/platform/database/embedded/initialise-cluster.ts';
import { launchServer } from '../../../src/platform/database/embedded/launch-server.ts';
import { allowTraversal, chooseRunAs } from '../../../src/platform/database/embedded/run-as.ts';
import { clearDeadServer } from '../../../src/platform/database/embedded/running-server.ts';

/** Two servers, of which one follows the other synchronously; the tests do what a cluster manager does. */
export interface ServerPair extends AsyncDisposable {
  /** Names both servers. */
  url: string;
  /** Kills every process of the server that accepts writes, as the loss of its machine does. */
  killPrimary(): Promise<void>;
  /** The other one accepts writes when this returns. */
  promoteStandby(): Promise<void>;
  /** The killed one becomes the synchronous standby of the other. */
  rejoin(): Promise<void>;
  /** From now on the primary waits for a standby that is not there. */
  killStandby(): Promise<void>;
  startStandby(): Promise<void>;
  /** What a hurried administrator does to statements that hang. */
  cancelWaits(): Promise<void>;
}

const recoveryConflict = '40001';

interface Member {
  folder: string;
  cluster: string;
  port: number;
}

const connections = '60';
const settings = {
  fsync: 'off',
  max_connections: connections,
  shared_buffers: '64MB',
  wal_keep_size: '1GB',
  max_wal_size: '1GB',
  log_error_verbosity: 'verbose',
};
const patienceMs = 60_000;
const lookAgainMs = 20;

export async function serverPair(): Promise<ServerPair> {
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-pair-'));
  const members = ['one', 'two'].map((name): Member => {
    const own = join(folder, name);
    mkdirSync(own, { mode: 0o700 });
    return { folder: own, cluster: clusterFolderOf(own), port: 0 };
  }) as [Member, Member];
  let [primary, standby] = members;
  const run = { binaries: findPostgresBinaries(folder), runAs: chooseRunAs(primary.cluster) };
  for (const member of members) allowTraversal(member.folder, run.runAs);
  const password = await initialiseCluster(primary.folder, run, { durable: false, onProgress: () => {} });
  const hosts = (...ports: number[]): string =>
    `postgres://${superuser}:${password}@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/postgres`;

  async function launch(member: Member, more: Record<string, string>): Promise<void> {
    const launched = await launchServer({
      folder: member.folder,
      cluster: member.cluster,
      run,
      settings: { ...settings, ...more },
      onProgress: () => {},
      preferredPort: member.port || null,
      urlOf: (port) => hosts(port),
    });
    member.port = launched.port;
  }

  async function ask<Row extends object>(member: Member, ...texts: string[]): Promise<Row[]> {
    const client = new Client({ connectionString: hosts(member.port) });
    await client.connect();
    try {
      let rows: Row[] = [];
      for (const text of texts) ({ rows } = await client.query<Row>(text));
      return rows;
    } finally {
      await client.end();
    }
  }

  /** A standby cancels what reads rows that the primary has vacuumed meanwhile. */
  const holds = (member: Member, condition: string): Promise<boolean> =>
    ask<{ holds: boolean }>(member, `select (${condition}) as holds`).then(
      ([row]) => row?.holds === true,
      (problem: unknown) => {
        if (problem instanceof DatabaseError && problem.code === recoveryConflict) return false;
        throw problem;
      },
    );

  const until = async (member: Member, condition: string): Promise<void> => {
    const deadline = performance.now() + patienceMs;
    for (;;) {
      if (await holds(member, condition)) return;
      assert.ok(performance.now() < deadline, `${condition} does not become true`);
      await sleep(lookAgainMs);
    }
  };

  const waitForStandbys = (member: Member, names: string): Promise<unknown> =>
    ask(member, `alter system set synchronous_standby_names = '${names}'`, 'select pg_reload_conf()');

  /** A copy of the running primary, which then follows it. */
  async function follow(): Promise<void> {
    rmSync(standby.cluster, { recursive: true, force: true });
    const client = new Client({ connectionString: hosts(primary.port) });
    await client.connect();
    await client.query(`select pg_backup_start('pair', true)`);
    copyRunning(primary.cluster, standby.cluster);
    const { rows } = await client.query<{ labelfile: string }>(`select labelfile from pg_backup_stop(false)`);
    await client.end();
    writeFileSync(join(standby.cluster, 'backup_label'), rows[0]?.labelfile ?? '');
    writeFileSync(join(standby.cluster, 'standby.signal'), '');
    const source = `host=127.0.0.1 port=${primary.port} user=${superuser} password=${password}`;
    await launch(standby, { primary_conninfo: source });
    await waitForStandbys(primary, '*');
    await until(primary, `exists (select from pg_stat_replication where sync_state = 'sync')`);
  }

  await launch(primary, {});
  await follow();
  return {
    url: hosts(primary.port, standby.port),
    killPrimary: () => killServer(primary.cluster),
    async promoteStandby() {
      // It is not waited for here: that would read, and be cancelled.
      await ask(standby, 'select pg_promote(false)');
      await until(standby, 'not pg_is_in_recovery()');
      // As a cluster manager does: there is no standby now.
      await waitForStandbys(standby, '');
      [primary, standby] = [standby, primary];
    },
    rejoin: follow,
    killStandby: () => killServer(standby.cluster),
    startStandby: () => launch(standby, {}),
    async cancelWaits() {
      await ask(primary, `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(members.map(({ cluster }) => killServer(cluster)));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Files may vanish meanwhile; PostgreSQL brings what it needs of them from the log. */
function copyRunning(from: string, to: string): void {
  const { stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' });
  const problems = stderr.split('\n').filter((line) => line !== '' && !line.includes('No such file'));
  assert.deepEqual(problems, []);
  rmSync(join(to, 'postmaster.pid'), { force: true });
  rmSync(join(to, 'standby.signal'), { force: true });
  for (const name of readdirSync(join(to, 'pg_wal'), { withFileTypes: true }))
    if (name.isFile()) rmSync(join(to, 'pg_wal', name.name));
}

/** A server's processes work in its folder. */
function processesOf(cluster: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isSafeInteger(pid) && worksIn(pid, cluster));
}

function worksIn(pid: number, cluster: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cluster;
  } catch {
    return false;
  }
}

export async function killServer(cluster: string): Promise<void> {
  for (let pids = processesOf(cluster); pids.length > 0; pids = processesOf(cluster)) {
    for (const pid of pids) killIfThere(pid);
    await sleep(lookAgainMs);
  }
  await clearDeadServer(cluster);
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended since it was listed.
  }
}
