/** The test files that hold with cells as they do without: `run-with-cells.test.ts` runs them so. */
export const filesWithCells = ['test/platform/worker-wakes.test.ts'];
