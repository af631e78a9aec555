import type { Sql } from '../../platform/database/database.ts';
import type { LettersToPeople } from './letter-contents.ts';

/** Deletes letters of these kinds that are about no supplier and were made before; returns how many, at most `limit`. */
export async function pruneLetters(
  db: Sql,
  kinds: readonly (keyof LettersToPeople)[],
  before: Date,
  limit: number,
): Promise<number> {
  const { rowCount } = await db.query(
    `delete from letters_to_people where owner_id = 0 and id in (
       select id from letters_to_people
       where owner_id = 0 and kind = any($1::text[]) and state <> 'due' and made_at < $2 order by id limit $3)`,
    [kinds, before, limit],
  );
  return rowCount ?? 0;
}
