/** Reads a sheet of rows, XLSX or CSV, in a process with limits. */
import { readInProcess } from './table-process.ts';
import { tableAt, type TableFile } from './table-file.ts';
import { TableProblem } from './table-problem.ts';
import type { TableOptions, TableRow } from './table-row.ts';

const maxFileBytes = 50 * 1024 * 1024;
const zipMagic = 'PK\u0003\u0004';
const oleMagic = '\u00d0\u00cf\u0011\u00e0';

/**
 * Reads a table in a process of its own, row by row in batches, with constant memory: XLSX, or CSV with `;` `,` or tab in
 * UTF-8, UTF-16 or windows-1251. Empty rows are left out. Throws a TableProblem if the file cannot be read.
 */
export async function* readTable(
  source: string | TableFile,
  options: TableOptions,
): AsyncGenerator<TableRow[]> {
  const file = typeof source === 'string' ? await tableAt(source) : source;
  if (file.size > maxFileBytes) {
    throw new TableProblem({ is: 'file-too-large', megabytes: maxFileBytes / 1024 / 1024 });
  }
  const magic = (await file.head(4)).toString('latin1');
  if (magic === oleMagic) {
    throw new TableProblem({ is: 'old-workbook' });
  }
  yield* readInProcess(file, magic === zipMagic ? 'workbook' : 'csv', options);
}
