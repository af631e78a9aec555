/** Rows within the limits of a table, before they are copied from one process to another. */
import { maxTableRows, TableProblem } from './table-problem.ts';
import type { Cell, TableRow } from './table-row.ts';

const maxColumns = 200;
/** The most that a program lets people write into a cell; what is longer is cut, and no field takes half of it. */
const maxCellCharacters = 32_767;
/** A string that many cells name is one in the file, and is written out for each here. */
const maxRowCharacters = 1024 * 1024;
const maxTableCharacters = 128 * 1024 * 1024;

export interface LimitedRow {
  row: TableRow;
  characters: number;
}

/** Leaves out empty rows. */
export async function* limitedRows(
  rows: AsyncIterable<TableRow>,
  form: 'workbook' | 'csv',
): AsyncGenerator<LimitedRow> {
  let count = 0;
  let total = 0;
  for await (const row of rows) {
    // Programs write cells that have a format and nothing in them, up to the last column of a sheet.
    if (form === 'workbook' && row.cells.length > maxColumns)
      row.cells.length = row.cells.findLastIndex((cell) => cell !== null) + 1;
    if (row.cells.length > maxColumns)
      throw new TableProblem({ is: 'too-many-cells', line: row.line, most: maxColumns });
    if (row.cells.every((cell) => cell === null)) continue;
    const cells = row.cells.map(cutCell);
    const characters = cells.reduce((sum: number, cell) => sum + lengthOf(cell), 0);
    if (characters > maxRowCharacters)
      throw new TableProblem({ is: 'too-many-characters', line: row.line, most: maxRowCharacters });
    count += 1;
    total += characters;
    if (count > maxTableRows) throw new TableProblem({ is: 'too-many-rows', most: maxTableRows });
    if (total > maxTableCharacters) throw new TableProblem({ is: 'too-large' });
    yield { row: { ...row, cells }, characters };
  }
}

const cutCell = (cell: Cell): Cell =>
  typeof cell === 'string' ? cell.slice(0, maxCellCharacters).toWellFormed() : cell;

/** Numbers and dates count too, so that a batch of them is as long as one of texts. */
const lengthOf = (cell: Cell): number => (typeof cell === 'string' ? cell.length : cell === null ? 1 : 8);
