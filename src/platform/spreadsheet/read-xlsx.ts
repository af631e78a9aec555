import { streamXlsxRows } from 'hucre/xlsx';
import { countRows } from './count-rows.ts';
import type { Cell, TableRow } from './table-row.ts';

/** The rows of a workbook's sheet, including empty ones. Runs in the table thread. */
export async function* readXlsx(
  archive: Uint8Array<ArrayBuffer>,
  sheet: string | undefined,
  onProgress: ((fraction: number) => void) | null,
): AsyncGenerator<TableRow> {
  const total = onProgress && (await countRows(Buffer.from(archive.buffer), sheet));
  let read = 0;
  for await (const { index, values } of streamXlsxRows(archive, sheet === undefined ? {} : { sheet })) {
    yield { line: index + 1, cells: values.map(cellOf) };
    read += 1;
    if (total !== null && read % toldEveryRows === 0) onProgress?.(Math.min(1, read / total));
  }
  onProgress?.(1);
}

const toldEveryRows = 1000;

const cellOf = (value: Cell): Cell => (typeof value === 'string' && value.trim() === '' ? null : value);
