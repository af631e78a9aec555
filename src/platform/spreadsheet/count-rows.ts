/** Counts the rows of a workbook's sheet before it is read, for progress. */
import { sheetEntry, unpacked } from './workbook-parts.ts';

/**
 * Counts the rows of a workbook's sheet, to estimate the duration of an import. It unpacks the sheet once more in
 * chunks, which costs a small part of reading it. Null if the workbook has an unusual structure: then only the running
 * count is shown.
 */
export async function countRows(archive: Buffer, sheet: string | number): Promise<number | null> {
  try {
    const entry = sheetEntry(archive, sheet);
    return entry === null ? null : await countTags(unpacked(archive, entry));
  } catch {
    // The reader itself reports what is wrong with the file.
    return null;
  }
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
