import type { Database } from './database.ts';

/**
 * What an accepted order needs of the database's disk, in small: a commit that reaches it, and free space. An update of
 * one row alone finds its place in a page that is there and would pass on a full disk; so rows are also spilled to a
 * temporary file, which is gone when the statement ends. One message, hence one transaction that no pause of this
 * process can leave open.
 */
const probe = `
  set local work_mem = '64kB';
  select count(*) from generate_series(1, 20000);
  update write_probe set writes = writes + 1`;

/** Throws where the database takes no writes. */
export async function probeWriting(db: Database): Promise<void> {
  await db.query(probe);
}
