import type { Database } from '../../src/platform/database/database.ts';

/** Tables of the database, its cells among them, in which one of these texts is, in whatever column: as text, or as the bytes of text. */
export async function findEverywhere(db: Database, texts: readonly string[]): Promise<string[]> {
  const forms = texts.flatMap((text) => [
    text.toLowerCase(),
    JSON.stringify(text).slice(1, -1).toLowerCase(),
    encodeURIComponent(text).toLowerCase(),
    Buffer.from(text).toString('hex'),
  ]);
  const { rows: tables } = await db.query<{ name: string }>(
    `select case table_schema when 'public' then '' else table_schema || '.' end || table_name as name
     from information_schema.tables where table_schema = 'public' or table_schema like 'cell\\_%' order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await db.query<{ line: string }>(
      `select line from (select lower(t::text) as line from ${name} t) l
       where exists (select from unnest($1::text[]) as f (text) where position(f.text in l.line) > 0) limit 1`,
      [[...new Set(forms)]],
    );
    found.push(...rows.map(({ line }) => `${name}: ${line.slice(0, 300)}`));
  }
  return found;
}
