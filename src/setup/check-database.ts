/** Version, size, and whether what is committed survives a crash of the machine. */
import type { Sql } from '../platform/database/database.ts';
import { oldestSnapshot, oldSnapshotSeconds } from '../platform/database/oldest-snapshot.ts';
import type { Finding } from './finding.ts';

/** Tests run on this one and on the embedded one (test/journeys/oldest-postgres.test.ts). */
const leastVersion = 150_000;

export async function checkDatabase(
  db: Sql,
  embedded: boolean,
  oldSeconds = oldSnapshotSeconds,
): Promise<Finding[]> {
  const { rows } = await db.query<{
    number: number;
    version: string;
    fsync: string;
    fullPage: string;
    commit: string;
    bytes: number;
  }>(
    `select current_setting('server_version_num')::integer as number, current_setting('server_version') as version,
       current_setting('fsync') as fsync, current_setting('full_page_writes') as "fullPage",
       current_setting('synchronous_commit') as commit, pg_database_size(current_database()) as bytes`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('The database says nothing of itself.');
  const version = row.version.split(' ')[0] ?? row.version;
  const unsafe = [
    row.fsync === 'off' && 'fsync',
    row.fullPage === 'off' && 'full_page_writes',
    row.commit === 'off' && 'synchronous_commit',
  ].filter((setting) => setting !== false);
  return [
    row.number < leastVersion
      ? { is: 'database-old', version }
      : { is: 'database-ok', version, embedded, megabytes: Math.ceil(row.bytes / 1_000_000) },
    ...(await checkSnapshot(db, oldSeconds)),
    ...unsafe.map((setting): Finding => ({ is: 'database-unsafe', setting })),
  ];
}

async function checkSnapshot(db: Sql, oldSeconds: number): Promise<Finding[]> {
  const oldest = await oldestSnapshot(db);
  if (oldest === null || oldest.seconds < oldSeconds) return [];
  return [{ is: 'snapshot-old', ...oldest, seconds: Math.floor(oldest.seconds) }];
}
