/** The test files that hold with cells as they do without: `run-with-cells.test.ts` runs them so. */
export const filesWithCells = [
  'test/certify/certify.test.ts',
  'test/commands/four-eyes-codes.test.ts',
  'test/history/move-out.test.ts',
  'test/http/cabinet/cabinet-routes.test.ts',
  'test/http/client-api/await-issue.test.ts',
  'test/http/operator/settlement.test.ts',
  'test/http/supplier-cabinet/integration.test.ts',
  'test/http/supplier-cabinet/settlement.test.ts',
  'test/http/supplier-cabinet/tills.test.ts',
  'test/messaging/bounces.test.ts',
  'test/platform/worker-wakes.test.ts',
  'test/sandbox/test-clock.test.ts',
  'test/suppliers/activation/activation-letters.test.ts',
  'test/suppliers/activation/activation-replies.test.ts',
  'test/suppliers/draft-runs.test.ts',
  'test/suppliers/used-export.test.ts',
];
