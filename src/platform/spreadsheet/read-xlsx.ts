import { streamXlsxRows } from 'hucre/xlsx';
import type { Cell, TableRow } from './table-row.ts';

/** The rows of a workbook's sheet, empty ones included. Runs in the thread that reads tables. */
export async function* readXlsx(archive: Uint8Array, sheet: string | undefined): AsyncGenerator<TableRow> {
  for await (const { index, values } of streamXlsxRows(archive, sheet === undefined ? {} : { sheet }))
    yield { line: index + 1, cells: values.map(cellOf) };
}

const cellOf = (value: Cell): Cell => (typeof value === 'string' && value.trim() === '' ? null : value);
