import { folderOf, isSource, type SourceFile } from './source-file.ts';
import { owners } from './table-owners.ts';
import { readings, type Reading } from './table-readers.ts';

const readsAll = ['reports'];

/** A table is written by one folder alone: the one named above, or whichever writes it. */
export function tablesHaveOneOwner(files: SourceFile[]): string[] {
  const tables = tablesOf(files);
  return files
    .filter(isSource)
    .flatMap((file) =>
      [...tablesWritten(file)]
        .filter((table) => tables.has(table) && ownerOf(table, files) !== folderOf(file.path))
        .map((table) => `${file.path} writes ${table}, which belongs to ${ownerOf(table, files)}`),
    );
}

/** A table is read across folders only where `readings` says so, and every line of that list is needed. */
export function tablesAreReadByTheList(files: SourceFile[]): string[] {
  const tables = tablesOf(files);
  const unused = new Set(
    readings.flatMap(({ reader, tables: read }) => read.map((table) => `${reader} ${table}`)),
  );
  const broken = files
    .filter((file) => isSource(file) && !readsAll.includes(folderOf(file.path)))
    .flatMap(({ path, text }) =>
      [...tablesRead(text)]
        .filter((table) => tables.has(table))
        .filter((table) => ![undefined, folderOf(path)].includes(ownerOf(table, files)))
        .filter((table) => {
          const allowed = readings.filter((one) => covers(one, path, table));
          for (const { reader } of allowed) unused.delete(`${reader} ${table}`);
          return allowed.length === 0;
        })
        .map((table) => `${path} reads ${table}, which belongs to ${ownerOf(table, files)}`),
    );
  return [
    ...broken,
    ...[...unused].map((line) => `nobody needs the line ${line} (test/tidy/table-readers.ts)`),
  ];
}

function covers({ reader, tables }: Reading, path: string, table: string): boolean {
  const place = `src/${reader}`;
  return tables.includes(table) && (path === place || path.startsWith(`${place}/`));
}

function tablesOf(files: SourceFile[]): Set<string> {
  const migrations = files.filter(({ path }) => path.startsWith('migrations/'));
  return new Set(migrations.flatMap(({ text }) => matches(text, /create table (?:if not exists )?(\w+)/g)));
}

/** The folder of src/ that alone writes the table. */
export function ownerOf(table: string, files: SourceFile[]): string | undefined {
  const writer = files.find((file) => isSource(file) && tablesWritten(file).has(table));
  return owners[table] ?? (writer && folderOf(writer.path));
}

const written = new WeakMap<SourceFile, Set<string>>();

function tablesWritten(file: SourceFile): Set<string> {
  const known = written.get(file);
  if (known !== undefined) return known;
  const statements = [
    /\b(?:insert into|update|delete from|merge into|truncate(?: table)?|copy)\s+(?:only\s+)?(\w+)/gi,
    /\binsertion\(\s*'(\w+)'/g,
    // The tables whose rows are leased by platform/database/due.ts.
    /\bname: '(\w+)',\s*leaseSeconds/g,
  ];
  const found = new Set(statements.flatMap((statement) => matches(file.text, statement)));
  written.set(file, found);
  return found;
}

const comments = /\/\*[^]*?\*\/|^\s*\/\/.*$/gm;

/** By SQL, or by `newest-version.ts`. */
const reading =
  /(?:\b(?:from|join|using)\s+(?:only\s+|lateral\s+)?|\b(?:joinNewest|newestOfEach)\(\s*')(\w+)/gi;

const tablesRead = (text: string) => new Set(matches(text.replaceAll(comments, ''), reading));

const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);
