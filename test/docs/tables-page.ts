/** docs/developing/tables.md: keys, owners and texts are those of the schema and of the code, what a row is was written by somebody. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { centreTables, everywhereTables, isOfCells } from '../../src/platform/cells/table-classes.ts';
import type { Sql } from '../../src/platform/database/database.ts';
import { migratedDatabase } from '../support/migrated-database.ts';
import type { SourceFile } from '../tidy/source-file.ts';
import { readTextColumns, type TextColumn } from '../tidy/columns.ts';
import { ownerOf } from '../tidy/tables.ts';
import { root } from './read-samples.ts';

export const tablesPage = 'docs/developing/tables.md';

interface Table {
  name: string;
  key: string;
  refersTo: string | null;
}

async function readTables(db: Sql): Promise<Table[]> {
  const { rows } = await db.query<Table>(
    `select t.relname as name,
       (select string_agg(a.attname, ', ' order by k.place)
        from pg_constraint c cross join unnest(c.conkey) with ordinality as k (number, place)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number
        where c.conrelid = t.oid and c.contype = 'p') as key,
       (select string_agg(distinct c.confrelid::regclass::text, ', ' order by c.confrelid::regclass::text)
        from pg_constraint c where c.conrelid = t.oid and c.contype = 'f') as "refersTo"
     from pg_class t where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace order by t.relname`,
  );
  return rows;
}

/** What the page says of each table, in the last column. */
const readMeanings = (page: string): Map<string, string> =>
  new Map(
    [...page.matchAll(/^\| `(\w+)` \|.*\| ([^|]*) \|$/gm)].map(([, name = '', told = '']) => [name, told]),
  );

const placeOf = (table: string): string => {
  if (isOfCells(table)) return 'cell';
  if (everywhereTables.some((one) => one === table)) return 'everywhere';
  return centreTables.some((one) => one === table) ? 'centre' : '';
};

function rowOf({ name, key, refersTo }: Table, meanings: Map<string, string>): string {
  return `| \`${name}\` | ${placeOf(name)} | ${key ?? ''} | ${refersTo ?? ''} | ${meanings.get(name) ?? ''} |`;
}

const sources = (): SourceFile[] =>
  globSync('src/**/*.ts', { cwd: root }).map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }));

export const readTablesPage = (): string => readFileSync(join(root, tablesPage), 'utf8');

/** The page as it must be; the text above its first folder stays. */
export async function makeTablesPage(page: string): Promise<string> {
  await using world = await migratedDatabase();
  const files = sources();
  const meanings = readMeanings(page);
  const byOwner = Map.groupBy(await readTables(world.centre), ({ name }) => ownerOf(name, files) ?? 'nobody');
  const [head = ''] = page.split('\n## ');
  const texts = await readTextColumns(world.centre);
  const parts = [...byOwner]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([owner, tables]) =>
      [
        `## ${owner}`,
        '',
        '| table | where | key | refers to | a row is |',
        '|---|---|---|---|---|',
        ...tables.map((table) => rowOf(table, meanings)),
        '',
      ].join('\n'),
    );
  return [`${head.trimEnd()}\n`, ...parts, textsOfRecipients(texts)].join('\n');
}

/** What is the recipient's, with what the comments add to that. */
function textsOfRecipients(texts: readonly TextColumn[]): string {
  const own = texts.filter(({ comment }) => comment.startsWith('recipient'));
  const byTable = Map.groupBy(own, ({ table }) => table);
  const lines = [...byTable].map(([table, columns]) => {
    const names = columns.map(({ column, comment }) => {
      const more = comment.replace(/^recipient(?:, |: )?/, '');
      return more === '' ? column : `${column} (${more})`;
    });
    return `- \`${table}\`: ${names.join('; ')}`;
  });
  return ['## Texts of recipients', '', ...lines, ''].join('\n');
}

/** Of `npm run golden`. */
export async function renewTablesPage(): Promise<void> {
  writeFileSync(join(root, tablesPage), await makeTablesPage(readTablesPage()));
}
