import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/start.ts';
import { whenStopped } from './stop-run.ts';
import { folderPrefix, sweepKilledRuns } from './sweep-killed-runs.ts';

/** The run's own PostgreSQL with durable commits, as in production. */
export interface BenchServer {
  url(database: string): string;
  create(database: string, template?: string): Promise<string>;
  drop(database: string): Promise<void>;
  facts(): Promise<ServerFacts>;
  /** Writes dirty pages of earlier measurements, so that the next one does not pay for them. */
  checkpoint(): Promise<void>;
  /** Whether autovacuum works. */
  autovacuum(works: boolean): Promise<void>;
  folder: string;
  /** Of the process whose children are the connections. */
  pid: number;
  stop(): Promise<void>;
}

export interface ServerFacts {
  version: string;
  settings: Record<string, string>;
}

const durableSettings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '200',
  // Commit timestamps, for the issue time; they cost eight bytes per transaction.
  track_commit_timestamp: 'on',
};
/** What is filled is begun again if it breaks off, so nothing waits for the disk, and nobody else vacuums. */
const fillingSettings = {
  ...durableSettings,
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_wal_size: '16GB',
  shared_buffers: '1GB',
};
/** For ten million orders, as `docs/scaling.md` says of a server's memory. */
const largeSettings = { ...durableSettings, shared_buffers: '6GB', max_wal_size: '8GB' };
const namedSettings = [
  'fsync',
  'synchronous_commit',
  'full_page_writes',
  'shared_buffers',
  'huge_pages_status',
  'max_wal_size',
];

/** A folder that outlives the run, and what it is used for. */
export interface KeptFolder {
  path: string;
  use: 'fill' | 'measure';
}

const settingsFor = (kept: KeptFolder | null): Record<string, string> =>
  kept === null ? durableSettings : kept.use === 'fill' ? fillingSettings : largeSettings;

/** Without a kept folder, in a temporary one. */
export async function startBenchServer(
  onProgress: (message: string) => void,
  kept: KeptFolder | null,
): Promise<BenchServer> {
  await sweepKilledRuns();
  // Half of a cluster cannot be stopped: what has begun is waited for, some seconds at most.
  const stopped = whenStopped(async () => await (await starting).stopAtOnce());
  const folder = kept?.path ?? mkdtempSync(join(tmpdir(), folderPrefix));
  const removeFolder = (): void => {
    if (kept === null) rmSync(folder, { recursive: true, force: true });
  };
  const starting = start({ folder, kept, removeFolder }, onProgress).catch((problem: unknown) => {
    removeFolder();
    throw problem;
  });
  const server = await starting;
  return {
    ...server,
    async stop() {
      await server.stop();
      stopped.forget();
    },
  };
}

interface Place {
  folder: string;
  kept: KeptFolder | null;
  removeFolder: () => void;
}

async function start(
  { folder, kept, removeFolder }: Place,
  onProgress: (message: string) => void,
): Promise<BenchServer & { stopAtOnce(): Promise<void> }> {
  const postgres = await startEmbeddedPostgres({
    folder: join(folder, 'postgres'),
    settings: settingsFor(kept),
    onProgress,
  });
  const admin = new Client({ connectionString: postgres.url('postgres') });
  // If the server disappears, the next statement reports it.
  admin.on('error', () => {});
  await admin.connect();
  // A killed run may have left it off in a kept folder.
  await admin.query(`alter system reset autovacuum`);
  await admin.query(`select pg_reload_conf()`);
  const pidFile = await admin.query<{ text: string }>(`select pg_read_file('postmaster.pid') as text`);
  const pid = Number(pidFile.rows[0]?.text.split('\n')[0]);
  /** An immediate shutdown writes no checkpoint: of what is thrown away nothing need be kept, and a kept cluster recovers. */
  const stopAtOnce = async (): Promise<void> => {
    const stopping = postgres.stop();
    endAtOnce(pid);
    await Promise.all([stopping, admin.end()]);
    removeFolder();
  };
  return {
    folder,
    pid,
    url: (database) => postgres.url(database),
    async create(database, template = 'template1') {
      await admin.query(`create database ${database} template ${template}`);
      return postgres.url(database);
    },
    async drop(database) {
      await admin.query(`drop database if exists ${database} with (force)`);
    },
    async facts() {
      const { rows } = await admin.query<{ name: string; setting: string }>(
        `select name, current_setting(name) as setting from unnest($1::text[]) as name`,
        [['server_version', ...namedSettings]],
      );
      const settings = Object.fromEntries(rows.map((row) => [row.name, row.setting]));
      const { server_version: version = '', ...rest } = settings;
      return { version, settings: rest };
    },
    async checkpoint() {
      await admin.query('checkpoint');
    },
    async autovacuum(works) {
      await admin.query(`alter system ${works ? 'reset autovacuum' : 'set autovacuum = off'}`);
      await admin.query(`select pg_reload_conf()`);
    },
    stopAtOnce,
    async stop() {
      if (kept === null) return await stopAtOnce();
      await admin.end();
      await postgres.stop();
    },
  };
}

function endAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGQUIT');
  } catch {
    // It has ended.
  }
}
