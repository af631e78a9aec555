/**
 * What serve and work do with which tables, read from the SQL of the very files that they load: so the rights of their
 * roles are never those of another version. Names that are put into statements count where they are written as literals.
 */
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

export const processKinds = ['serve', 'work'] as const;
export type ProcessKind = (typeof processKinds)[number];

export const rights = ['select', 'insert', 'update', 'delete'] as const;
export type Right = (typeof rights)[number];

/** Tables by their name. */
export type RoleRights = ReadonlyMap<string, ReadonlySet<Right>>;

const source = join(import.meta.dirname, '../..');
const ofBoth = [
  'open-context.ts',
  'reports/health/record-minutes.ts',
  'people/first-operator/invite-first.ts',
];
const beginnings: Record<ProcessKind, string[]> = {
  serve: [...ofBoth, 'http/server.ts'],
  work: [...ofBoth, 'workers.ts', 'http/health.ts'],
};

/** Written once and never changed; what only `facevalue migrate` writes. */
const appended = new Set(['audit', 'transfers']);
const ofOwner = new Set(['migrations']);

/** Only these columns of the tables are ever changed: an address is erased, but not who opened which code when. */
const changedColumns: ReadonlyMap<string, readonly string[]> = new Map([['code_readings', ['address']]]);

/** The columns to which a right is limited; empty: it is of the whole table. */
export const columnsOf = (table: string, right: Right): readonly string[] =>
  (right === 'update' && changedColumns.get(table)) || [];

/** What a process of this kind needs of these tables; of others nothing. `hasCells`: codes move between cells. */
export async function rightsOf(
  kind: ProcessKind,
  tables: readonly string[],
  hasCells: boolean,
): Promise<RoleRights> {
  const needed = new Map(tables.map((table) => [table, new Set<Right>()]));
  const unused = hasCells ? [listOfTables] : [listOfTables, ...notOfOneServer];
  for (const text of (await filesLoaded(beginnings[kind], unused)).values()) addRights(needed, text);
  for (const [table, some] of needed)
    for (const right of rights) if (isKept(table, right)) some.delete(right);
  return new Map([...needed].filter(([, some]) => some.size > 0));
}

const isKept = (table: string, right: Right): boolean =>
  (ofOwner.has(table) && right !== 'select') ||
  (appended.has(table) && (right === 'update' || right === 'delete'));

/** It names every table and uses none. */
const listOfTables = join(source, 'platform/cells/table-classes.ts');
/** They move codes between cells, which one server does not have. */
const notOfOneServer = [join(source, 'vault/dealing/'), join(source, 'orders/dealing/')];

/** Files that are loaded with these, with their texts. */
async function filesLoaded(
  first: readonly string[],
  unused: readonly string[],
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const waiting = first.map((path) => join(source, path));
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (texts.has(path) || unused.some((other) => path.startsWith(other))) continue;
    const text = await readFile(path, 'utf8');
    texts.set(path, text);
    waiting.push(...importsOf(path, text));
  }
  return texts;
}

const importPath =
  /(?:^|\n)(?:import|export)\s(?!\s*type\b)[^;]*?from '(\.[^']+\.ts)'|import\('(\.[^']+\.ts)'\)/g;

const importsOf = (path: string, text: string): string[] =>
  [...text.matchAll(importPath)].map(([, stated, dynamic]) =>
    resolve(dirname(path), stated ?? dynamic ?? ''),
  );

/** What a match of each pattern needs; the name of the table is its group. */
const uses: readonly [pattern: RegExp, needed: Right[]][] = [
  [/\b(?:from|join|using)\s+(?:only\s+|lateral\s+)?(\w+)/g, ['select']],
  [/'(\w+)'/g, ['select']],
  [/\binsert into\s+(\w+)/g, ['insert', 'select']],
  [/\binsertion\(\s*'(\w+)'/g, ['insert']],
  [/\bupdate\s+(?:only\s+)?(\w+)/g, ['update', 'select']],
  [/\bdelete from\s+(\w+)/g, ['delete', 'select']],
  [/\block table\s+(\w+)/g, ['update']],
  // Leased rows, mails in queues, sealed columns, counted days.
  [/\b(?:name|table|spans): '(\w+)'/g, ['update']],
  // Calls of programs, which are counted and pruned.
  [/\b(?:samples|days): '(\w+)'/g, ['insert', 'update', 'delete']],
  // Codes on their way between cells, which are forgotten when they have arrived.
  [/'(deals|import_deals|dealt_codes|import_codes)'/g, ['delete']],
];

/** A row that is locked, or written over where it is there, needs the right to change it. */
const locks = /\bfor (?:no key )?update\b|\bfor (?:key )?share\b/;
const overwrites = /\bdo update\b/;

function addRights(needed: Map<string, Set<Right>>, text: string): void {
  for (const [pattern, some] of uses) {
    const [first] = some;
    const changesToo =
      (first === 'select' && pattern.source.includes('from') && locks.test(text)) ||
      (first === 'insert' && overwrites.test(text));
    for (const [, table = ''] of text.matchAll(pattern)) {
      const known = needed.get(table);
      if (known === undefined) continue;
      for (const right of some) known.add(right);
      if (changesToo) known.add('update');
    }
  }
}
