import type { TableFacts } from './table-facts.ts';

/** The values of a cell; texts of CSV files are always strings. Empty cells are null. */
export type Cell = string | number | boolean | Date | null;

export interface TableRow {
  /** Numbered from 1 as in the spreadsheet program; in CSV the line on which the row ends. */
  line: number;
  cells: Cell[];
  /** Name of the sheet, if all sheets of a workbook are read. */
  sheet?: string;
  /** True for a row that is hidden in the file. */
  hidden?: true;
  /** Comes with the first row of a sheet if parts of the workbook are not read or are hidden. */
  facts?: TableFacts;
}

/** What reading a table took. */
export interface ReadingCost {
  /** Processor time; elapsed time if the reader was killed before it could report. */
  ms: number;
  /** The most memory that its process has had; null: it did not live to tell. */
  peakBytes: number | null;
}

export interface TableOptions {
  /** All sheets that are not hidden, one after another, each in batches of its own. */
  everySheet?: boolean | undefined;
  /** Sheet of a workbook, by name; default: the first one that is not hidden. */
  sheet?: string | undefined;
  /** Fraction of the table that has been read, 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined;
  /** How long reading may take, not counting the time of the consumer. */
  timeoutMs?: number | undefined;
  /** What reading took, once, also if it failed. */
  onCost?: ((cost: ReadingCost) => void) | undefined;
}
