/**
 * Test files that also hold with cells, chosen so that each goes through different code: `npm run test:all` runs them with cells too.
 * `npm run test:all -- --with=cells` runs all so, but for those of `without-cells.ts`.
 */
export const filesWithCells = [
  'test/catalog/catalog-commands.test.ts',
  'test/commands/four-eyes-codes.test.ts',
  'test/upkeep/erasure/forget-client.test.ts',
  'test/upkeep/history/move-out.test.ts',
  'test/http/cabinet/cabinet-routes.test.ts',
  'test/http/client-api/await-issue.test.ts',
  'test/http/operator/operator-routes.test.ts',
  'test/http/operator/orders.test.ts',
  'test/http/operator/settlement.test.ts',
  'test/http/search.test.ts',
  'test/http/supplier-cabinet/integration.test.ts',
  'test/messaging/bounces.test.ts',
  'test/messaging/resend.test.ts',
  'test/acts/onboarding/clients.test.ts',
  'test/people/team.test.ts',
  'test/platform/worker-wakes.test.ts',
  'test/redemption/redemption.test.ts',
  'test/sandbox/test-clock.test.ts',
  'test/suppliers/activation/activation-letters.test.ts',
  'test/suppliers/alerts.test.ts',
  'test/suppliers/pool-mail.test.ts',
  'test/suppliers/supplier-batches.test.ts',
  'test/suppliers/used-export.test.ts',
];
