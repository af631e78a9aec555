import { closeCells, openAsOne, openCells, type CellDatabases } from '../../src/platform/cells/open-cells.ts';
import { openDatabase, openShared, type Database } from '../../src/platform/database/database.ts';
import { openKeyring, type FollowedKeyring } from '../../src/platform/secrets/keyring.ts';
import { migrate } from '../../src/platform/migrations/migrate.ts';
import { spreadDatabase, worldsOnCluster } from './citus-database.ts';
import { createTestDatabase, type TestDatabase } from './test-cluster.ts';

export interface MigratedDatabase extends AsyncDisposable {
  /** All tables; on a cluster through the only cell, as the program enters it. */
  db: Database;
  /** Where suppliers, products and imports are written: `db` itself, unless it is a cell. */
  centre: Database;
  cells: CellDatabases[];
  cell: number | null;
  keyring: FollowedKeyring;
  /** For processes of the platform. */
  url: string;
  now: Date;
}

/** Of its pool. Waiting for one has a limit, so a test that works at more of them at once fails on a busy machine. */
export const testConnections = 4;

const now = new Date('2026-11-21T12:00:00+03:00');
export const masterKey = Buffer.alloc(32, 7);
const name = 'facevalue test';

/** An empty database with all tables, for tests of verbs without client, queue or page. */
export async function migratedDatabase({ connections = testConnections } = {}): Promise<MigratedDatabase> {
  const database = await (worldsOnCluster ? spreadDatabase({ nodes: 1, cells: 1 }) : onOneServer());
  const { url } = database;
  const centre = openDatabase(url, { connections, name });
  const cells = await openCells(
    centre,
    openAsOne((way) => openShared(url, { connections, name, way })),
  );
  const [only] = cells;
  return {
    db: only?.db ?? centre,
    centre,
    cells,
    cell: only?.cell ?? null,
    keyring: await openKeyring(centre, masterKey, now, cells),
    url,
    now,
    async [Symbol.asyncDispose]() {
      await closeCells(cells);
      await centre.end();
      await database.drop();
    },
  };
}

const onOneServer = (): Promise<TestDatabase> =>
  createTestDatabase(async (url) => {
    const db = openDatabase(url, { connections: 2, name: 'facevalue test template' });
    await migrate(db, now);
    await openKeyring(db, masterKey, now);
    await db.end();
  }, 'migrated-database');
