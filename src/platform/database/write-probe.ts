/** Throws if the database accepts no writes. */
import type { Database } from './database.ts';

/**
 * Tests what an accepted order needs of the database's disk: a commit, and free space. An update alone fits into an
 * existing page and would succeed on a full disk, so rows are also spilled to a temporary file, which disappears with
 * the statement. Sent as one message, hence one transaction, so that no pause of this process can leave it open.
 */
const probe = `
  set local work_mem = '64kB';
  select count(*) from generate_series(1, 20000);
  update write_probe set writes = writes + 1`;

export async function probeWriting(db: Database): Promise<void> {
  await db.query(probe);
}
