import { openDatabase, type Database } from '../../src/platform/database/database.ts';
import { openKeyring, type FollowedKeyring } from '../../src/platform/secrets/keyring.ts';
import { migrate } from '../../src/platform/migrations/migrate.ts';
import { createTestDatabase } from './test-cluster.ts';

export interface MigratedDatabase extends AsyncDisposable {
  db: Database;
  cells: [];
  keyring: FollowedKeyring;
  url: string;
  now: Date;
}

/** Of its pool. Waiting for one has a limit, so a test that works at more of them at once fails on a busy machine. */
export const testConnections = 4;

const now = new Date('2026-11-21T12:00:00+03:00');
export const masterKey = Buffer.alloc(32, 7);

/** An empty database with all tables, for tests of verbs without client, queue or page. */
export async function migratedDatabase(): Promise<MigratedDatabase> {
  const database = await createTestDatabase(async (url) => {
    const db = openDatabase(url, { connections: 2, name: 'facevalue test template' });
    await migrate(db, now);
    await openKeyring(db, masterKey, now);
    await db.end();
  }, 'migrated-database');
  const db = openDatabase(database.url, { connections: testConnections, name: 'facevalue test' });
  return {
    db,
    cells: [],
    keyring: await openKeyring(db, masterKey, now),
    url: database.url,
    now,
    async [Symbol.asyncDispose]() {
      await db.end();
      await database.drop();
    },
  };
}
