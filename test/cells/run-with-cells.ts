/** The test files that hold with cells as they do without: `run-with-cells.test.ts` runs them so. */
export const filesWithCells = [
  'test/http/cabinet/cabinet-routes.test.ts',
  'test/http/client-api/await-issue.test.ts',
  'test/platform/worker-wakes.test.ts',
  'test/sandbox/test-clock.test.ts',
  'test/suppliers/used-export.test.ts',
];
