/** Estimates how long a workbook takes, for progress. */
import { Readable } from 'node:stream';
import { createInflateRaw, inflateRawSync } from 'node:zlib';
import { packedBytesOf, zipEntries, type ZipEntry } from './zip-entries.ts';

const relationshipsPath = 'xl/_rels/workbook.xml.rels';
const maxHeadBytes = 4 * 1024 * 1024;

/**
 * Counts the rows of a workbook's sheet, to estimate the duration of an import. It unpacks the sheet once more in
 * chunks, which costs a small part of reading it. Null if the workbook has an unusual structure: then only the running
 * count is shown.
 */
export async function countRows(archive: Buffer, sheet: string | undefined): Promise<number | null> {
  try {
    const entries = new Map(zipEntries(archive)?.map((entry) => [entry.name, entry]));
    const path = sheetPath(
      text(archive, entries.get('xl/workbook.xml')),
      text(archive, entries.get(relationshipsPath)),
      sheet,
    );
    const entry = path === null ? undefined : entries.get(path);
    return entry === undefined ? null : await countTags(unpacked(archive, entry));
  } catch {
    // The reader itself reports what is wrong with the file.
    return null;
  }
}

function text(archive: Buffer, entry: ZipEntry | undefined): string {
  if (entry === undefined) return '';
  const bytes = packedBytesOf(archive, entry);
  const plain = entry.deflated ? inflateRawSync(bytes, { maxOutputLength: maxHeadBytes }) : bytes;
  return plain.toString('utf8');
}

function sheetPath(workbook: string, relationships: string, sheet: string | undefined): string | null {
  const sheets = [...workbook.matchAll(/<(?:\w+:)?sheet\s[^>]*>/g)].map(([tag]) => tag);
  const tag =
    sheet === undefined ? sheets[0] : sheets.find((one) => unescaped(attribute(one, 'name')) === sheet);
  const id = attribute(tag ?? '', '\\w+:id');
  const relation = [...relationships.matchAll(/<(?:\w+:)?Relationship\s[^>]*>/g)].find(
    ([one]) => attribute(one, 'Id') === id,
  );
  const target = attribute(relation?.[0] ?? '', 'Target');
  if (target === '') return null;
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

const attribute = (tag: string, name: string): string =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '';

const unescaped = (value: string): string =>
  value
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');

function unpacked(archive: Buffer, entry: ZipEntry): AsyncIterable<Buffer> {
  const bytes = Readable.from([packedBytesOf(archive, entry)]);
  return entry.deflated ? bytes.pipe(createInflateRaw()) : bytes;
}

const rowTag = /<(?:\w+:)?row[\s/>]/g;
/** The longest part of a tag that a chunk may cut off. */
const carriedLetters = 64;

async function countTags(pieces: AsyncIterable<Buffer>): Promise<number> {
  let count = 0;
  let carried = '';
  for await (const piece of pieces) {
    const seen = carried + piece.toString('latin1');
    let end = 0;
    for (const match of seen.matchAll(rowTag)) {
      count += 1;
      end = match.index + match[0].length;
    }
    carried = seen.slice(Math.max(end, seen.length - carriedLetters));
  }
  return count;
}
