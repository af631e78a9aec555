/** Marks data keys by which nothing is sealed any more. */
import type { Sql } from '../database/database.ts';
import type { SealedKey } from './data-keys.ts';

/** After a version comes into use, a process may seal by the one before until it has reread the keys (`follow-keys.ts`). */
const rereadWithinMs = 30_000;

/** The newest version that seals, and since when all processes use it. */
export function sealingSince(keys: SealedKey[]): { version: number; from: Date } {
  const newest = keys.findLast(({ purpose }) => purpose === 'seal');
  if (newest === undefined) throw new Error('This database has no data keys.');
  const from = new Date(newest.used_from.getTime() + (newest.version === 1 ? 0 : rereadWithinMs));
  return { version: newest.version, from };
}

/** Nothing is sealed by older versions any more: only copies of the database from before need them. */
export async function retireBefore(db: Sql, version: number, now: Date): Promise<void> {
  await db.query(
    `update sealing_keys set unused_since = $2 where purpose = 'seal' and version < $1 and unused_since is null`,
    [version, now],
  );
}
