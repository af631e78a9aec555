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

export const stylesOf = (archive: Buffer): string =>
  text(
    archive,
    zipEntries(archive)?.find(({ name }) => name === stylesPath),
  );

export interface Sheet {
  name: string;
  /** Whoever opens the workbook does not see it. */
  isHidden: boolean;
  /** Null where it is not at the usual address. */
  entry: ZipEntry | null;
}

/** The sheets of a workbook in their order; none where it has an unusual structure. Its head is read once, however many they are. */
export function sheetsOf(archive: Buffer): Sheet[] {
  const entries = new Map(zipEntries(archive)?.map((entry) => [entry.name, entry]));
  const targets = new Map<string, string>();
  for (const tag of tagsNamed(text(archive, entries.get(relationshipsPath)), 'Relationship'))
    if (!targets.has(attribute(tag, 'Id'))) targets.set(attribute(tag, 'Id'), attribute(tag, 'Target'));
  return tagsNamed(text(archive, entries.get(workbookPath)), 'sheet').map((tag) => ({
    name: unescaped(attribute(tag, 'name')),
    isHidden: /^(?:very)?hidden$/i.test(attribute(tag, 'state')),
    entry: entries.get(pathOf(targets.get(attribute(tag, 'id')) ?? '')) ?? null,
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

function tagsNamed(xml: string, wanted: string): string[] {
  const names: string[] = [];
  tagsIn(xml, ({ name, source, opens }) => {
    if (opens && name === wanted) names.push(source);
  });
  return names;
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
    if (left < 0) throw new TableProblem({ is: 'part-too-large' });
    yield piece as Buffer;
  }
}
