/** Files that commands write. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SheetFormat } from '../../platform/spreadsheet/sheet-file.ts';
import { Refusal } from './problems.ts';

const ownerOnly = 0o600;

/** The ending of its name tells. */
export function sheetFormatOf(path: string): SheetFormat {
  if (/\.csv$/i.test(path)) return 'csv';
  if (/\.xlsx$/i.test(path)) return 'xlsx';
  throw new Refusal('The name of the file must end with .csv or .xlsx.');
}

/** Writes a file that only its owner reads; one that is there already is left alone. */
export async function writeNewFile(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    await pipeline(Readable.from(content), createWriteStream(path, { flags: 'wx', mode: ownerOnly }));
  } catch (problem) {
    const code = problem instanceof Error && 'code' in problem ? String(problem.code) : '';
    if (code === 'EEXIST') throw new Refusal('There is such a file already.');
    if (code === 'ENOENT' || code === 'EACCES') throw new Refusal(`The file can't be written (${code}).`);
    throw problem;
  }
}
