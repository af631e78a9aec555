/** The position of a row in a file of several sheets, as one number: the staging table sorts and names rows by it. */

/** More than the last row of a sheet, in every program and in CSV. */
const linesOfSheet = 2 ** 21;

export const placeInFile = (sheet: number, line: number): number => sheet * linesOfSheet + line;

/** With a single sheet the line says enough. */
export function placeOf(place: number, sheets: readonly string[]): { line: number; sheet?: string } {
  const line = place % linesOfSheet;
  const sheet = sheets[Math.floor(place / linesOfSheet)];
  return sheets.length > 1 && sheet !== undefined ? { line, sheet } : { line };
}
