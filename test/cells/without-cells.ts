/** `FACEVALUE_TEST_CELLS=3 npm test`: every test world has three cells. */

/** How many cells the worlds of a run have (docs/decisions/0077); none if it is not given. */
export const CELLS_VARIABLE = 'FACEVALUE_TEST_CELLS';

/** The test files that a run with cells leaves out, and why. */
export const withoutCells: Readonly<Record<string, string>> = {
  'test/cells/run-with-cells.test.ts': 'it is itself a run with cells',
};
