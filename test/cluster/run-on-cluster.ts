/** Which test files also run with their worlds on a cluster, as they are: `npm run test:all` runs them there too. */

/** Judges the statements that they have sent, when they have all ended. */
export const judgesStatements = 'test/cluster/run-on-cluster.test.ts';

/** Names the folder where they note their statements. */
export const STATEMENTS_THERE_VARIABLE = 'FACEVALUE_TEST_STATEMENTS_ON_CLUSTER';

/** Whether a run tests all that are known to hold there, and not just those that each run tests. */
export const ALL_VARIABLE = 'FACEVALUE_TEST_CLUSTER_ALL';

/** Of each kind at least one: journeys, races, crash points, money, codes and limits across cells, suppliers, tills, `verify`. */
const inEachRun = [
  'src/reports/verify.test.ts',
  'test/catalog/catalog-commands.test.ts',
  'test/cells/bulk.test.ts',
  'test/cells/dealing.test.ts',
  'test/cells/import.test.ts',
  'test/cells/issued-numbers.test.ts',
  'test/cells/limits.test.ts',
  'test/cells/orders-in-cells.test.ts',
  'test/cells/proof.test.ts',
  'test/cells/supplier-cabinet.test.ts',
  'test/cells/tills.test.ts',
  'test/cells/used-export.test.ts',
  'test/crash/crash-points.test.ts',
  'test/crash/many-processes.test.ts',
  'test/http/cabinet/cabinet-routes.test.ts',
  'test/http/operator/settlement.test.ts',
  'test/journeys/gift-page.test.ts',
  'test/journeys/stock.test.ts',
  'test/clients/money/top-ups.test.ts',
  'test/properties/money-and-codes.test.ts',
  'test/properties/races.test.ts',
  'test/properties/uuid-races.test.ts',
  'test/redemption/redemption-crash.test.ts',
  'test/acts/work-items/work-items.test.ts',
];

const others = [
  'test/orders/bulk/restart.test.ts',
  'test/callbacks/callback-leases.test.ts',
  'test/callbacks/callbacks.test.ts',
  'test/callbacks/own-callbacks.test.ts',
  'test/catalog/exchange-commands.test.ts',
  'test/catalog/exchange-targets.test.ts',
  'test/certificates/looks/client-looks.test.ts',
  'test/upkeep/erasure/erase-exchanged.test.ts',
  'test/field/choice/choice.test.ts',
  'test/field/till/cashiers.test.ts',
  'test/http/cabinet/looks.test.ts',
  'test/http/cabinet/new-order.test.ts',
  'test/http/gift-page/exchange-page.test.ts',
  'test/http/live-parts.test.ts',
  'test/http/menu.test.ts',
  'test/http/order-page.test.ts',
  'test/http/saved-views.test.ts',
  'test/http/search.test.ts',
  'test/http/ticked-orders.test.ts',
  'test/journeys/bad-input.test.ts',
  'test/journeys/money.test.ts',
  'test/journeys/one-order.test.ts',
  'test/journeys/test-mode.test.ts',
  'test/journeys/texts.test.ts',
  'test/journeys/time.test.ts',
  'test/journeys/uuid.test.ts',
  'test/journeys/validity.test.ts',
  'test/messaging/deliveries.test.ts',
  'test/messaging/text-crash.test.ts',
  'test/messaging/text-deliveries.test.ts',
  'test/messaging/unsendable-texts.test.ts',
  'test/orders/bad-order.test.ts',
  'test/orders/exchange/confirmation.test.ts',
  'test/orders/exchange/exchange-crash.test.ts',
  'test/orders/exchange/exchange-damages.test.ts',
  'test/orders/exchange/exchange-kills.test.ts',
  'test/orders/exchange/exchange-people.test.ts',
  'test/orders/exchange/exchange-races.test.ts',
  'test/orders/exchange/exchange.test.ts',
  'test/orders/refund-of-rest.test.ts',
  'test/people/given-back.test.ts',
  'test/properties/anything-at-once.test.ts',
  'test/properties/exchange-lists-at-once.test.ts',
  'test/redemption/choice.test.ts',
  'test/redemption/outstanding.test.ts',
  'test/redemption/part-races.test.ts',
  'test/redemption/parts-limits.test.ts',
  'test/redemption/parts.test.ts',
  'test/redemption/redemption.test.ts',
  'test/redemption/undo.test.ts',
  'test/reports/verify-lists.test.ts',
  'test/suppliers/crash.test.ts',
  'test/suppliers/lost-codes-crash.test.ts',
];

export const filesOnCluster = (all: boolean): string[] => (all ? [...inEachRun, ...others] : inEachRun);

const atCentre =
  'it also writes by its one database what the program writes at the centre, which a cell refuses';
const byAddress =
  'it reads orders at the address that processes get, where a cluster has no tables of clients';

/** Tried there, and why they don't hold: none of it is a fault of the program. */
export const notOnCluster: Readonly<Record<string, string>> = {
  'src/catalog/import/import-again.test.ts': atCentre,
  'src/catalog/import/import-catalog.test.ts': atCentre,
  'src/platform/secrets/client-keyring.test.ts': atCentre,
  'src/platform/secrets/rotate-keys.test.ts': atCentre,
  'src/platform/throttle/throttle.test.ts': atCentre,
  'src/vault/import-pool/import-pool.test.ts': atCentre,
  'test/commands/forget.test.ts': atCentre,
  'test/commands/four-eyes.test.ts': atCentre,
  'test/http/gift-page/planned-once.test.ts': byAddress,
  'test/ledger/ledger-days.test.ts': byAddress,
  'test/ledger/once-a-phase.test.ts': atCentre,
  'test/messaging/text-batches.test.ts': 'it makes rows impossible by a constraint, which a view cannot have',
  'test/people/audit.test.ts': 'it damages acts by a statement that Citus refuses',
  'test/platform/database/clocks.test.ts': byAddress,
  'test/platform/database/killed-serve.test.ts': byAddress,
  'test/platform/key-rotation.test.ts': byAddress,
  'test/platform/prepared-statements.test.ts': atCentre,
  'test/platform/reseal.test.ts': byAddress,
  'test/reports/reads-do-not-grow.test.ts': atCentre,
  'test/suppliers/activation/activation-crash.test.ts':
    'it looks for no rows before the commit of a letter, where each cell has committed its own already',
  'test/suppliers/used-export-slow-reader.test.ts': atCentre,
  'test/certificates/templates/template-commands.test.ts': atCentre,
  'test/tracing/two-processes.test.ts': byAddress,
};
