import { randomBytes } from 'node:crypto';
import { systemClock } from '../../src/platform/time/clock.ts';
import { commandLimits } from '../../src/platform/database/database-limits.ts';
import { openDatabase, type Database } from '../../src/platform/database/database.ts';
import { openKeyring, type Keyring } from '../../src/platform/secrets/keyring.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { startBenchServer, type BenchServer } from './bench-server.ts';
import { fillLong } from './fill-long.ts';
import { fillPool } from './fill-pool.ts';
import { startPlatform, type PlatformProcess, type PlatformSettings } from './platform-process.ts';
import { buildShop, type Shop } from './shop.ts';

/** Shared by all measurements of one run. Each works on a new database with the same shop. */
export interface BenchWorld {
  server: BenchServer;
  masterKey: Buffer;
  open(name: string, codes: number, onProgress?: (done: number) => void): Promise<ShopDatabase>;
  close(): Promise<void>;
}

export interface ShopDatabase extends AsyncDisposable {
  url: string;
  db: Database;
  keyring: Keyring;
  shop: Shop;
  start(role: 'serve' | 'work', settings?: Partial<PlatformSettings>): Promise<PlatformProcess>;
}

const templateName = 'bench_template';
const connections = 24;

export async function startBenchWorld(options: {
  profile: string | null;
  onProgress: (message: string) => void;
}): Promise<BenchWorld> {
  const server = await startBenchServer(options.onProgress);
  const masterKey = randomBytes(32);
  const shop = await buildTemplate(server, masterKey);
  return {
    server,
    masterKey,
    async open(name, codes, onProgress) {
      const database = `bench_${name.replaceAll('-', '_')}`;
      const url = await server.create(database, templateName);
      const db = openDatabase(url, { connections, name: 'facevalue bench', limits: commandLimits });
      const keyring = await openKeyring(db, masterKey, systemClock.now());
      if (codes > 0) await fillLong(url, (long) => fillPool(long, keyring, shop.product, codes, onProgress));
      await server.checkpoint();
      const platform = { databaseUrl: url, dataFolder: server.folder, masterKey, profile: options.profile };
      return {
        url,
        db,
        keyring,
        shop,
        start: (role, settings) => startPlatform(role, { ...platform, ...settings }),
        async [Symbol.asyncDispose]() {
          await db.end();
          await server.drop(database);
        },
      };
    },
    close: () => server.stop(),
  };
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
