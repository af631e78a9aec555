/** Lines of CSV. */

export type CsvCell = string | number | null;

/**
 * A CSV line with semicolons, as Russian spreadsheet programs expect. A text that would be read as a formula gets an
 * apostrophe.
 */
export const csvLine = (cells: readonly CsvCell[]): string => cells.map(csvCell).join(';');

/** Byte order mark, by which spreadsheet programs recognise UTF-8. */
export const byteOrderMark = '\uFEFF';

function csvCell(value: CsvCell): string {
  return typeof value === 'string' ? quoted(asText(value), ';') : String(value ?? '');
}

/** After an apostrophe a spreadsheet program does not read a text as a formula. */
export const asText = (text: string): string => text.replace(/^[=+\-@\t\r]/, "'$&");

/** Quoted where needed. */
export const quoted = (text: string, delimiter: ';' | ','): string =>
  /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
