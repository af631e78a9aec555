import { tableReasons, type TableReason } from './table-reasons.ts';

/** A file that cannot be read as a table. The message is for logs and the shell; pages say the reason in their language. */
export class TableProblem extends Error {
  override name = 'TableProblem';
  readonly reason: TableReason;

  constructor(reason: TableReason) {
    super(tableReasons.text(reason, 'en'));
    this.reason = reason;
  }
}

/** Longer tables are refused, whatever their format. */
export const maxTableRows = 2_000_000;
