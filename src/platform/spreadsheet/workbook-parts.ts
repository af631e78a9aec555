/** Finds the parts of a workbook that are looked at before its rows are read. */
import { Readable } from 'node:stream';
import { createInflateRaw, inflateRawSync } from 'node:zlib';
import { TableProblem } from './table-problem.ts';
import { attribute, tagsIn } from './xml-scan.ts';
import { packedBytesOf, zipEntries, type ZipEntry } from './zip-entries.ts';

const workbookPath = 'xl/workbook.xml';
const relationshipsPath = 'xl/_rels/workbook.xml.rels';
const stylesPath = 'xl/styles.xml';
const maxHeadBytes = 16 * 1024 * 1024;

/** The sheet of a workbook, by its name or place; null if it has none at the usual address. */
export function sheetEntry(archive: Buffer, sheet: string | number): ZipEntry | null {
  const entries = new Map(zipEntries(archive)?.map((entry) => [entry.name, entry]));
  const path = sheetPath(
    text(archive, entries.get(workbookPath)),
    text(archive, entries.get(relationshipsPath)),
    sheet,
  );
  return (path === null ? undefined : entries.get(path)) ?? null;
}

export const stylesOf = (archive: Buffer): string =>
  text(
    archive,
    zipEntries(archive)?.find(({ name }) => name === stylesPath),
  );

export interface SheetName {
  name: string;
  /** Whoever opens the workbook does not see it. */
  isHidden: boolean;
}

/** The sheets of a workbook in their order; none where it has an unusual structure. */
export function sheetsOf(archive: Buffer): SheetName[] {
  const entry = zipEntries(archive)?.find(({ name }) => name === workbookPath);
  return sheetTags(text(archive, entry)).map((tag) => ({
    name: unescaped(attribute(tag, 'name')),
    isHidden: /^(?:very)?hidden$/i.test(attribute(tag, 'state')),
  }));
}

export interface Relation {
  /** The last word of its type, such as `worksheet`. */
  type: string;
  /** The name of a part in the archive. */
  path: string;
}

/** What the workbook says of where its parts are. */
export function relationsOf(archive: Buffer): Relation[] {
  const entry = zipEntries(archive)?.find(({ name }) => name === relationshipsPath);
  return tagsNamed(text(archive, entry), 'Relationship').map((tag) => ({
    type: attribute(tag, 'Type').replace(/^.*\//, ''),
    path: pathOf(unescaped(attribute(tag, 'Target'))),
  }));
}

function text(archive: Buffer, entry: ZipEntry | undefined): string {
  if (entry === undefined) return '';
  const bytes = packedBytesOf(archive, entry);
  const plain = entry.deflated ? inflateRawSync(bytes, { maxOutputLength: maxHeadBytes }) : bytes;
  return plain.toString('utf8');
}

const sheetTags = (workbook: string): string[] => tagsNamed(workbook, 'sheet');

function tagsNamed(xml: string, wanted: string): string[] {
  const found: string[] = [];
  tagsIn(xml, ({ name, source, opens }) => {
    if (opens && name === wanted) found.push(source);
  });
  return found;
}

function sheetPath(workbook: string, relationships: string, sheet: string | number): string | null {
  const sheets = sheetTags(workbook);
  const tag =
    typeof sheet === 'number'
      ? sheets[sheet]
      : sheets.find((one) => unescaped(attribute(one, 'name')) === sheet);
  const id = attribute(tag ?? '', 'id');
  const relation = tagsNamed(relationships, 'Relationship').find((one) => attribute(one, 'Id') === id);
  const target = attribute(relation ?? '', 'Target');
  if (target === '') return null;
  return pathOf(target);
}

const pathOf = (target: string): string => (target.startsWith('/') ? target.slice(1) : `xl/${target}`);

export const unescaped = (value: string): string =>
  value
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');

/** Gives no more of an entry than the directory says of its size. */
export async function* unpacked(archive: Buffer, entry: ZipEntry): AsyncGenerator<Buffer> {
  const bytes = Readable.from([packedBytesOf(archive, entry)]);
  let left = entry.unpackedBytes;
  for await (const piece of entry.deflated ? bytes.pipe(createInflateRaw()) : bytes) {
    left -= (piece as Buffer).length;
    if (left < 0) throw new TableProblem('the workbook is damaged: a part is larger than it says');
    yield piece as Buffer;
  }
}
