/** Encoding and delimiter of a CSV file. */
import type { TableFile } from './table-file.ts';

export type CsvEncoding = 'utf-8' | 'utf-16le' | 'windows-1251';

const delimiters = [';', '\t', ','] as const;
export type CsvDelimiter = (typeof delimiters)[number];

/** UTF-8 if the whole file is valid UTF-8 (ASCII is); otherwise windows-1251, which Russian Excel writes. */
export async function detectEncoding(file: TableFile): Promise<CsvEncoding> {
  const strict = new TextDecoder('utf-8', { fatal: true });
  let first = true;
  try {
    for await (const chunk of file.chunks()) {
      if (first && chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le';
      first = false;
      strict.decode(chunk, { stream: true });
    }
    strict.decode();
    return 'utf-8';
  } catch (problem) {
    if (problem instanceof TypeError) return 'windows-1251';
    throw problem;
  }
}

/** The most frequent delimiter, outside quotes, in the first line that is not blank. */
export function detectDelimiter(head: string): CsvDelimiter {
  const line = head.replace(/^\uFEFF?\s*/, '').split(/\r?\n|\r/, 1)[0] ?? '';
  const bare = line.replaceAll(/"[^"]*"/g, '');
  const counts = delimiters.map((delimiter) => bare.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ';';
}
