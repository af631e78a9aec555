/** What is known of a workbook before its rows are read. */

export interface SheetFacts {
  name: string;
  /** Whoever opens the workbook does not see it. */
  isHidden: boolean;
  isRead: boolean;
}

/** Comes with the first row of a sheet, where something of the workbook is not read, or not seen. */
export interface TableFacts {
  /** Sheets of the workbook with something in them. */
  sheets: readonly SheetFacts[];
  /** Columns of this sheet that nobody sees, from 0. */
  hiddenColumns: readonly number[];
}
