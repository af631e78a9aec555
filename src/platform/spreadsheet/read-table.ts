import { open } from 'node:fs/promises';
import { readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';
import { TableProblem } from './table-problem.ts';

/** What a spreadsheet may hold in one cell; texts of CSV files are always strings. Empty cells are null. */
export type Cell = string | number | boolean | Date | null;

export interface TableRow {
  /** As the spreadsheet program counts it, from 1; in CSV the line on which the row ends. */
  line: number;
  cells: Cell[];
}

export interface TableOptions {
  /** Sheet of a workbook, by name; the first one when absent. */
  sheet?: string | undefined;
  /** How much of the file is read, 0 to 1; not told for workbooks, which unfold while they are read. */
  onProgress?: ((fraction: number) => void) | undefined;
}

const maxFileBytes = 50 * 1024 * 1024;
const zipMagic = 'PK\u0003\u0004';
const oleMagic = '\u00d0\u00cf\u0011\u00e0';

/**
 * Reads a table, row by row in batches, in memory that does not grow with the file: XLSX, or CSV with `;` `,` or tab
 * in UTF-8, UTF-16 or windows-1251. Empty rows are left out. Throws a TableProblem for a file that can't be read.
 */
export async function* readTable(path: string, options: TableOptions): AsyncGenerator<TableRow[]> {
  const { magic, size } = await lookAt(path);
  if (size > maxFileBytes) {
    throw new TableProblem(`the file is larger than ${maxFileBytes / 1024 / 1024} MB`);
  }
  if (magic === oleMagic) {
    throw new TableProblem('the file is an old or password-protected workbook: save it as plain XLSX or CSV');
  }
  yield* magic === zipMagic ? readXlsx(path, options) : readCsv(path, size, options);
}

async function lookAt(path: string): Promise<{ magic: string; size: number }> {
  try {
    await using file = await open(path);
    const stat = await file.stat();
    if (!stat.isFile()) throw new TableProblem('this is not a file');
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return { magic: buffer.toString('latin1', 0, bytesRead), size: stat.size };
  } catch (problem) {
    const code = problem instanceof Error && 'code' in problem ? problem.code : '';
    if (code === 'ENOENT') throw new TableProblem('there is no such file');
    if (code === 'EACCES') throw new TableProblem('the file may not be read');
    throw problem;
  }
}
