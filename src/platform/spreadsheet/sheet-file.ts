/** Writes a list as a file, XLSX or CSV, row by row. */
import { writeXlsxStream } from 'hucre/xlsx';
import { byteOrderMark, csvLine } from './write-csv.ts';

export type SheetFormat = 'csv' | 'xlsx';

export const sheetFormats = ['csv', 'xlsx'] as const satisfies SheetFormat[];

export const sheetContentTypes: Record<SheetFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

export type SheetCell = string | number | null;

export interface SheetContent {
  /** Name of the sheet in a workbook. */
  title: string;
  headings: readonly string[];
  widths?: readonly number[];
  rows: AsyncIterable<readonly SheetCell[]> | Iterable<readonly SheetCell[]>;
}

const usualWidth = 22;

/**
 * A sheet, piece by piece as its rows come. In CSV a text that a spreadsheet would take as a formula gets an apostrophe; in
 * a workbook texts are texts. Numbers are left as they are in both.
 */
export function sheetFile(format: SheetFormat, content: SheetContent): AsyncIterable<Uint8Array> {
  return format === 'csv' ? csvFile(content) : xlsxFile(content);
}

async function* csvFile({ headings, rows }: SheetContent): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${byteOrderMark}${csvLine(headings)}\r\n`);
  let text = '';
  for await (const row of rows) {
    text += `${csvLine(row)}\r\n`;
    if (text.length < chunkCharacters) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

const chunkCharacters = 64 * 1024;

function xlsxFile({ title, headings, widths, rows }: SheetContent): AsyncIterable<Uint8Array> {
  const columns = headings.map((header, index) => ({ header, width: widths?.[index] ?? usualWidth }));
  return writeXlsxStream(copied(rows), { name: title, columns, freezePane: { rows: 1 } });
}

/** Signs that no XML can hold would make the workbook unreadable. */
// oxlint-disable-next-line no-control-regex
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

async function* copied(rows: SheetContent['rows']): AsyncGenerator<SheetCell[]> {
  for await (const row of rows)
    yield row.map((cell) =>
      typeof cell === 'string' ? cell.toWellFormed().replaceAll(unwritable, '') : cell,
    );
}
