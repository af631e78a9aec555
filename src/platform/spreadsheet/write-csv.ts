export type CsvCell = string | number | null;

/**
 * A CSV line with semicolons, as Russian spreadsheet programs expect. A text that would be read as a formula gets an
 * apostrophe.
 */
export const csvLine = (cells: readonly CsvCell[]): string => cells.map(csvCell).join(';');

/** Byte order mark, by which spreadsheet programs recognise UTF-8. */
export const byteOrderMark = '\uFEFF';

function csvCell(value: CsvCell): string {
  if (value === null) return '';
  const text = typeof value === 'number' ? String(value) : value.replace(/^[=+\-@\t\r]/, "'$&");
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
