/** The values of a cell; texts of CSV files are always strings. Empty cells are null. */
export type Cell = string | number | boolean | Date | null;

export interface TableRow {
  /** Numbered from 1 as in the spreadsheet program; in CSV the line on which the row ends. */
  line: number;
  cells: Cell[];
}

export interface TableOptions {
  /** Sheet of a workbook, by name; default: the first one that is not hidden. */
  sheet?: string | undefined;
  /** Fraction of the table that has been read, 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined;
  /** How long reading may take, not counting the time of the consumer. */
  timeoutMs?: number | undefined;
}
