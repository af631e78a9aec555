import { randomBytes } from 'node:crypto';
import { systemClock } from '../../src/platform/time/clock.ts';
import { commandLimits } from '../../src/platform/database/database-limits.ts';
import { openDatabase, type Database } from '../../src/platform/database/database.ts';
import { openKeyring, type Keyring } from '../../src/platform/secrets/keyring.ts';
import { migrate } from '../../src/platform/migrations/migrate.ts';
import { startCommand, type CommandProcess } from './command-process.ts';
import { startBenchServer, type BenchServer, type KeptFolder } from './bench-server.ts';
import { fillLong } from './fill-long.ts';
import { filledName, type Filled } from './filled.ts';
import { fillPool } from './fill-pool.ts';
import { startPlatform, type PlatformProcess, type PlatformSettings } from './platform-process.ts';
import { buildShop, type Shop } from './shop.ts';

/** Shared by all measurements of one run. Each works on a new database with the same shop. */
export interface BenchWorld {
  server: BenchServer;
  masterKey: Buffer;
  open(name: string, codes: number, onProgress?: (done: number) => void): Promise<ShopDatabase>;
  /** What is measured on a filled installation, instead of filling one; it stays. Null: the run has none. */
  openFilled: (() => Promise<ShopDatabase>) | null;
  close(): Promise<void>;
}

export interface ShopDatabase extends AsyncDisposable {
  url: string;
  db: Database;
  keyring: Keyring;
  shop: Shop;
  start(role: 'serve' | 'work', settings?: Partial<PlatformSettings>): Promise<PlatformProcess>;
  command(args: string[]): CommandProcess;
}

const templateName = 'bench_template';
const connections = 24;

export async function startBenchWorld(options: {
  profile: string | null;
  onProgress: (message: string) => void;
  /** Measures on this one too. */
  filled?: Filled | null;
  /** Fills this folder and leaves it. */
  fill?: string | null;
}): Promise<BenchWorld> {
  const { filled = null, fill = null, profile } = options;
  const server = await startBenchServer(options.onProgress, keptFolder(filled, fill));
  const masterKey = filled?.masterKey ?? randomBytes(32);
  // A filled installation brings the template that it was made of.
  const shop = filled?.shop ?? (await buildTemplate(server, masterKey));
  if (filled !== null)
    for (const name of [templateName, databaseOf(filledName)]) await migrateFilled(server.url(name));
  const shopDatabase = async (url: string, leave: () => Promise<void>): Promise<ShopDatabase> => {
    const db = openDatabase(url, { connections, name: 'facevalue bench', limits: commandLimits });
    const platform = { databaseUrl: url, dataFolder: server.folder, masterKey, profile };
    return {
      url,
      db,
      keyring: await openKeyring(db, masterKey, systemClock.now()),
      shop,
      start: (role, settings) => startPlatform(role, { ...platform, ...settings }),
      command: (args) => startCommand(args, platform),
      async [Symbol.asyncDispose]() {
        await db.end();
        await leave();
      },
    };
  };
  return {
    server,
    masterKey,
    async open(name, codes, onProgress) {
      const database = databaseOf(name);
      // A killed run in a kept folder may have left it.
      await server.drop(database);
      const url = await server.create(database, templateName);
      const opened = await shopDatabase(url, () => server.drop(database));
      const { keyring } = opened;
      if (codes > 0) await fillLong(url, (long) => fillPool(long, keyring, shop.product, codes, onProgress));
      await server.checkpoint();
      return opened;
    },
    openFilled:
      filled === null
        ? null
        : () => shopDatabase(server.url(databaseOf(filledName)), () => Promise.resolve()),
    close: () => server.stop(),
  };
}

const databaseOf = (name: string): string => `bench_${name.replaceAll('-', '_')}`;

/** It may have been filled by a version before. */
const migrateFilled = (url: string): Promise<unknown> =>
  fillLong(url, (db) => migrate(db, systemClock.now()));

function keptFolder(filled: Filled | null, fill: string | null): KeptFolder | null {
  if (fill !== null) return { path: fill, use: 'fill' };
  return filled === null ? null : { path: filled.folder, use: 'measure' };
}

async function buildTemplate(server: BenchServer, masterKey: Buffer): Promise<Shop> {
  const url = await server.create(templateName);
  const db = openDatabase(url, { connections: 2, name: 'facevalue bench', limits: commandLimits });
  const now = systemClock.now();
  await migrate(db, now);
  const shop = await buildShop(db, await openKeyring(db, masterKey, now), now);
  await db.end();
  return shop;
}
