export type CsvCell = string | number | null;

/** A line as Russian spreadsheets expect it, with semicolons. A text that one would read as a formula gets an apostrophe. */
export const csvLine = (cells: readonly CsvCell[]): string => cells.map(csvCell).join(';');

/** What a spreadsheet needs at the head of a file to read it as UTF-8. */
export const byteOrderMark = '\uFEFF';

function csvCell(value: CsvCell): string {
  if (value === null) return '';
  const text = typeof value === 'number' ? String(value) : value.replace(/^[=+\-@\t\r]/, "'$&");
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
