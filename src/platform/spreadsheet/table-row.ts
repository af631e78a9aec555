import type { TableFacts } from './table-facts.ts';

/** The values of a cell; texts of CSV files are always strings. Empty cells are null. */
export type Cell = string | number | boolean | Date | null;

export interface TableRow {
  /** Numbered from 1 as in the spreadsheet program; in CSV the line on which the row ends. */
  line: number;
  cells: Cell[];
  /** Of a workbook, where all its sheets are read. */
  sheet?: string;
  /** Whoever opens the file does not see it. */
  hidden?: true;
  /** With the first row of a workbook's sheet, where something of it is not read, or not seen. */
  facts?: TableFacts;
}

/** What reading a table took. */
export interface ReadingCost {
  /** Of the processor; of the clock, where the reader did not live to tell. */
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
