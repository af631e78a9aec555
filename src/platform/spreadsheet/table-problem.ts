/** Why a file cannot be read as a table, as a text for its sender; never quotes the file. */
export class TableProblem extends Error {
  override name = 'TableProblem';
}

/** Longer tables are refused, whatever their format. */
export const maxTableRows = 2_000_000;
