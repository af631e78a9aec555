/** Why a file can't be read as a table, in words for the person who gave it; never quotes the file. */
export class TableProblem extends Error {
  override name = 'TableProblem';
}

/** Tables longer than this are refused, whatever their form. */
export const maxTableRows = 2_000_000;
