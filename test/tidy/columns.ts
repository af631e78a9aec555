import { sealedColumns } from '../../src/upkeep/resealing/sealed-columns.ts';
import type { Database, Sql } from '../../src/platform/database/database.ts';

/** A column that could hold a text, and what its comment says: whose the text is, and in which form it is kept. */
export interface TextColumn {
  table: string;
  column: string;
  comment: string;
}

export async function readTextColumns(db: Sql): Promise<TextColumn[]> {
  const { rows } = await db.query<TextColumn>(
    `select t.relname as table, a.attname as column, coalesce(col_description(a.attrelid, a.attnum), '') as comment
     from pg_attribute a join pg_class t on t.oid = a.attrelid
     where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' and a.attnum > 0 and not a.attisdropped
       and a.atttypid::regtype::text in ('text', 'bytea', 'json', 'jsonb', 'text[]')
     order by t.relname, a.attname`,
  );
  return rows;
}

/** What is the recipient's is erased with the order; docs/decisions/0052 says how. */
const form =
  /^(?:recipient|client|supplier|operator|person|catalogue|platform)(?:, (?:sealed|hashed|masked|secret))?(?:: .+)?$/;

const isSealed = ({ comment }: TextColumn): boolean => /^\w+, sealed\b/.test(comment);

/** Columns that could hold a text and do not say whose it is, and those that say wrongly whether the keyring seals them. */
export async function unsaidColumns(db: Database): Promise<string[]> {
  const columns = await readTextColumns(db);
  const sealed = new Set(sealedColumns.map(({ table, column }) => `${table}.${column}`));
  return columns.flatMap((one) => {
    const name = `${one.table}.${one.column}`;
    if (!form.test(one.comment)) return [`${name}: whose is it? A comment on the column is to say so`];
    if (isSealed(one) === sealed.has(name)) return [];
    return [`${name}: sealed, says its comment or src/upkeep/resealing/sealed-columns.ts, but not both`];
  });
}
