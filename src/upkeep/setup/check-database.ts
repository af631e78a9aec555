/** Version, size, whether processes work with it, and whether what is committed survives a crash of the machine. */
import type { Sql } from '../../platform/database/database.ts';
import { UncheckedDatabase, wasRestored } from '../../platform/database/history.ts';
import { oldestSnapshot, oldSnapshotSeconds } from '../../platform/database/oldest-snapshot.ts';
import type { Finding } from './finding.ts';

/** Tests run on this one and on the embedded one (test/journeys/oldest-postgres.test.ts). */
const leastVersion = 150_000;

export async function checkDatabase(
  db: Sql,
  embedded: boolean,
  oldSeconds = oldSnapshotSeconds,
): Promise<Finding[]> {
  const { rows } = await db.query<{ number: number; version: string; bytes: number }>(
    `select current_setting('server_version_num')::integer as number, current_setting('server_version') as version,
       pg_database_size(current_database()) as bytes`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('The database says nothing of itself.');
  const version = row.version.split(' ')[0] ?? row.version;
  return [
    row.number < leastVersion
      ? { is: 'database-old', version }
      : { is: 'database-ok', version, embedded, megabytes: Math.ceil(row.bytes / 1_000_000) },
    ...(await checkHistory(db)),
    ...(await checkServer(db, oldSeconds)),
  ];
}

/** What processes refuse before they look at anything else. */
async function checkHistory(db: Sql): Promise<Finding[]> {
  try {
    return (await wasRestored(db)) ? [{ is: 'database-restored' }] : [];
  } catch (problem) {
    if (!(problem instanceof UncheckedDatabase)) throw problem;
    return [{ is: 'database-unchecked', details: problem.message }];
  }
}

type OfServer = Extract<Finding, { is: 'snapshot-old' | 'database-unsafe' }>;

/** What is wrong with one of the servers of a database. */
export async function checkServer(db: Sql, oldSeconds = oldSnapshotSeconds): Promise<OfServer[]> {
  const { rows } = await db.query<{ name: string }>(
    `select name from unnest($1::text[]) with ordinality as n (name, place)
     where current_setting(name) = 'off' order by place`,
    [['fsync', 'full_page_writes', 'synchronous_commit']],
  );
  const oldest = await oldestSnapshot(db);
  const isOld = oldest !== null && oldest.seconds >= oldSeconds;
  return [
    ...(isOld ? [{ is: 'snapshot-old', ...oldest, seconds: Math.floor(oldest.seconds) } as const] : []),
    ...rows.map(({ name }) => ({ is: 'database-unsafe', setting: name }) as const),
  ];
}
