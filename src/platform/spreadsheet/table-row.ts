/** What a spreadsheet may hold in one cell; texts of CSV files are always strings. Empty cells are null. */
export type Cell = string | number | boolean | Date | null;

export interface TableRow {
  /** As the spreadsheet program counts it, from 1; in CSV the line on which the row ends. */
  line: number;
  cells: Cell[];
}

export interface TableOptions {
  /** Sheet of a workbook, by name; the first one when absent. */
  sheet?: string | undefined;
  /** How much of the table is read, 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined;
  /** For how long the file may be worked on, without the time that its reader takes. */
  timeoutMs?: number | undefined;
}
