/** The rows of a workbook, through its library. */
import { streamXlsxRows } from 'hucre/xlsx';
import { lookThrough } from './look-through.ts';
import { asShown } from './shown-cells.ts';
import { TableProblem } from './table-problem.ts';
import type { Cell, TableRow } from './table-row.ts';
import { firstVisibleSheet } from './workbook-parts.ts';

/** The last row of a sheet, in every program. */
const maxLine = 1_048_576;

/** The rows of a workbook's sheet, including empty ones, as people see them. Runs in the table thread. */
export async function* readXlsx(
  archive: Uint8Array<ArrayBuffer>,
  sheet: string | undefined,
  onProgress: ((fraction: number) => void) | null,
): AsyncGenerator<TableRow> {
  const file = Buffer.from(archive.buffer);
  const chosen = sheet ?? firstVisibleSheet(file);
  const { rows: total, showings } = await lookThrough(file, chosen);
  let read = 0;
  for await (const { index, values } of streamXlsxRows(archive, { sheet: chosen })) {
    yield asShown({ line: lineOf(index), cells: values.map(cellOf) }, showings);
    read += 1;
    if (total !== null && read % toldEveryRows === 0) onProgress?.(Math.min(1, read / total));
  }
  onProgress?.(1);
}

const toldEveryRows = 1000;

function lineOf(index: number): number {
  const line = index + 1;
  if (!Number.isInteger(line) || line < 1 || line > maxLine)
    throw new TableProblem(`the workbook has a row with a number that is not between 1 and ${maxLine}`);
  return line;
}

const cellOf = (value: Cell): Cell => (typeof value === 'string' && value.trim() === '' ? null : value);
