/** What a `create index concurrently` leaves that was broken off or found duplicates. */
import type { Sql } from '../database/database.ts';

/** Another process makes it now. */
export class IndexInTheMaking extends Error {}

const creation = /^create (?:unique )?index concurrently if not exists (\w+)/i;

interface Row {
  name: string;
  inTheMaking: boolean;
}

/** Drops the invalid index that `if not exists` would take for the one that the statement is to make. */
export async function dropBrokenIndex(db: Sql, statement: string): Promise<void> {
  const index = creation.exec(statement)?.[1];
  if (index === undefined) return;
  const { rows } = await db.query<Row>(
    `select i.indexrelid::regclass::text as name,
       exists (select from pg_stat_progress_create_index p
         where p.datname = current_database() and p.index_relid = i.indexrelid) as "inTheMaking"
     from pg_index i where i.indexrelid = to_regclass($1) and not i.indisvalid`,
    [index],
  );
  const [broken] = rows;
  if (broken === undefined) return;
  if (broken.inTheMaking) throw new IndexInTheMaking(`${broken.name} is being made by another process`);
  await db.query(`drop index concurrently ${broken.name}`);
}
