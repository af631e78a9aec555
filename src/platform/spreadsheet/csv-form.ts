/** Encoding and delimiter of a CSV file. */
import type { TableFile } from './table-file.ts';
import { TableProblem } from './table-problem.ts';

export type CsvEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1251';

const delimiters = [';', '\t', ','] as const;
export type CsvDelimiter = (typeof delimiters)[number];

const headBytes = 64 * 1024;

/**
 * UTF-16 by its byte order mark or its zeros; UTF-8 if the whole file is valid UTF-8 (ASCII is); otherwise windows-1251, which
 * Russian Excel writes. Throws a TableProblem if it is no text.
 */
export async function detectEncoding(file: TableFile): Promise<CsvEncoding> {
  const wide = wideEncoding(await file.head(headBytes));
  if (wide !== null) return wide;
  const strict = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of file.chunks()) strict.decode(chunk, { stream: true });
    strict.decode();
    return 'utf-8';
  } catch (problem) {
    if (problem instanceof TypeError) return 'windows-1251';
    throw problem;
  }
}

/** Null: every character has one byte, or it is UTF-8. */
function wideEncoding(head: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  // Digits, delimiters and ends of lines have a zero before or behind them, and nothing else has one.
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even + odd === 0) return null;
  const isWide = Math.min(even, odd) === 0 && (even + odd) * leastZeros >= head.length;
  if (!isWide) throw new TableProblem({ is: 'no-text' });
  return even === 0 ? 'utf-16le' : 'utf-16be';
}

/** One byte of so many, at least. */
const leastZeros = 20;

const linesLookedAt = 50;
const spaceAtStart = /^\uFEFF?\s*/;
/** Lines that end in all ways, as programs mix them. */
export const lineEnds = ['\r\n', '\n', '\r'];
const lineEnd = /\r\n|\n|\r/;

/**
 * The delimiter by which most of the first lines have the same number of fields, which is more than one: a title above the table
 * may have others. Of those that do equally well, the one that makes more fields.
 */
export function detectDelimiter(head: string): CsvDelimiter {
  const lines = head
    .replace(spaceAtStart, '')
    .split(lineEnd, linesLookedAt)
    .filter((line) => line.trim() !== '')
    .map((line) => line.replaceAll(/"[^"]*"/g, ''));
  let best: { delimiter: CsvDelimiter; lines: number; fields: number } | null = null;
  for (const delimiter of delimiters) {
    const counts = Map.groupBy(lines, (line) => line.split(delimiter).length);
    for (const [fields, some] of counts) {
      if (fields < 2) continue;
      const isBetter =
        best === null || some.length > best.lines || (some.length === best.lines && fields > best.fields);
      if (isBetter) best = { delimiter, lines: some.length, fields };
    }
  }
  return best?.delimiter ?? ';';
}
