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

/** A spreadsheet reads such a text as a formula; after an apostrophe it does not. */
export const asText = (text: string): string => text.replace(/^[=+\-@\t\r]/, "'$&");

/** In quotes where they are needed. */
export const quoted = (text: string, delimiter: ';' | ','): string =>
  /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
