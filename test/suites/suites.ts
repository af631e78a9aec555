/**
 * Which test files `npm test` runs, and which only `npm run test:all` does. A file counts to the nearest path: to its own if it stands
 * here, else to its innermost folder.
 */
export const suites = {
  /** `npm test`: each kind of part is met for real (`met`), most of them more than once. */
  test: [
    'simulators',
    'src',
    'test/bulk',
    'test/callbacks',
    'test/catalog',
    'test/cells/keys.test.ts',
    'test/cells/migrate.test.ts',
    'test/cells/orders-in-cells.test.ts',
    'test/certify',
    'test/commands',
    'test/demo/seeds-pictures.test.ts',
    'test/demo/seeds.test.ts',
    'test/docs/bench-options.test.ts',
    'test/docs/readme-samples.test.ts',
    'test/docs/samples.test.ts',
    'test/docs/site-server.test.ts',
    'test/docs/supplier-adapters.test.ts',
    'test/documents',
    'test/erasure',
    'test/field',
    'test/golden',
    'test/history',
    'test/http',
    'test/journeys',
    'test/ledger',
    'test/messaging',
    'test/money',
    'test/onboarding',
    'test/operating',
    'test/orders',
    'test/people',
    'test/planted',
    'test/platform',
    'test/proof',
    'test/properties',
    'test/redemption',
    'test/reports',
    'test/restores/erasures-again.test.ts',
    'test/runner',
    'test/sandbox',
    'test/sdk',
    'test/setup',
    'test/statements',
    'test/suites',
    'test/suppliers',
    'test/templates',
    'test/tidy',
    'test/tracing',
  ],
  /** More of the same kinds: every crash point, every page, every sample; cells, clusters, upgrades, releases. */
  rest: [
    'src/commands/commands.test.ts',
    'test/bulk/restart.test.ts',
    'test/cells',
    'test/cluster',
    'test/commands/first-start.test.ts',
    'test/container',
    'test/crash',
    'test/demo',
    'test/docs',
    'test/documents/barcodes.test.ts',
    'test/http/cabinet/visuals-developer.test.ts',
    'test/http/cabinet/visuals-money.test.ts',
    'test/http/gift-page/visuals-gift-uses.test.ts',
    'test/http/operator/visuals-addresses.test.ts',
    'test/http/operator/visuals-catalogue.test.ts',
    'test/http/operator/visuals-clients.test.ts',
    'test/http/unfinished-requests.test.ts',
    'test/http/visuals-every-page.test.ts',
    'test/http/visuals-keyboard.test.ts',
    'test/http/visuals-longest.test.ts',
    'test/journeys/oldest-postgres.test.ts',
    'test/messaging/visuals-reminder-letter.test.ts',
    'test/platform/database/failover.test.ts',
    'test/platform/database/killed-serve.test.ts',
    'test/platform/database/network-cut.test.ts',
    'test/platform/database/readiness.test.ts',
    'test/platform/database/silent-cut.test.ts',
    'test/platform/key-rotation.test.ts',
    'test/platform/migrations-under-orders.test.ts',
    'test/platform/odd-workbooks.test.ts',
    'test/platform/reseal.test.ts',
    'test/platform/rolling-upgrade.test.ts',
    'test/platform/threads',
    'test/platform/upgrade.test.ts',
    'test/release',
    'test/restores',
    'test/sdk/sdk-packages.test.ts',
    'test/suppliers/activation/activation-crash.test.ts',
    'test/suppliers/crash.test.ts',
    'test/suppliers/fault-matrix.test.ts',
    'test/suppliers/hostile-mail.test.ts',
    'test/suppliers/lost-codes-crash.test.ts',
    'test/suppliers/lost-codes.test.ts',
    'test/templates/template-commands.test.ts',
    'test/tracing/away-collector.test.ts',
    'test/tracing/two-processes.test.ts',
  ],
} as const satisfies Record<string, readonly string[]>;

/** By which files `npm test` meets each kind of part that Facevalue lives with. */
export const met: Readonly<Record<string, string>> = {
  PostgreSQL: 'test/journeys/one-order.test.ts',
  'a restart of PostgreSQL': 'test/platform/database/database-restart.test.ts',
  SMTP: 'test/messaging/deliveries.test.ts',
  IMAP: 'test/messaging/bounces.test.ts',
  SMPP: 'test/messaging/texter.test.ts',
  'a browser': 'test/http/till/visuals-till.test.ts',
  'a killed process': 'test/messaging/text-crash.test.ts',
  'a till': 'test/redemption/redemption.test.ts',
  'the demo': 'test/demo/seeds.test.ts',
  'a supplier’s API': 'test/suppliers/red-test.test.ts',
  'the SDKs': 'test/sdk/sdk-calls.test.ts',
  'callbacks to the SDKs': 'test/sdk/sdk-callbacks.test.ts',
  'samples of documents': 'test/docs/readme-samples.test.ts',
  'a restored database': 'test/restores/erasures-again.test.ts',
  'several cells': 'test/cells/orders-in-cells.test.ts',
  'the program at a shell': 'test/commands/boot.test.ts',
};

export type Suite = keyof typeof suites;

/** Null if nobody has said it. */
export function suiteOf(file: string): Suite | null {
  const parts = file.split('/');
  for (let length = parts.length; length > 0; length--) {
    const path = parts.slice(0, length).join('/');
    for (const suite of ['test', 'rest'] as const)
      if ((suites[suite] as readonly string[]).includes(path)) return suite;
  }
  return null;
}
