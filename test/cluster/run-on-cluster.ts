/** Which test files also run with their worlds on a cluster, as they are. `run-on-cluster.test.ts` runs them. */

/** Whether a run tests all that are known to hold there, and not just those that each run tests. */
export const ALL_VARIABLE = 'FACEVALUE_TEST_CLUSTER_ALL';

/** Of each kind at least one: journeys, races, money and codes across cells, suppliers, tills, `verify`. */
const inEachRun = [
  'test/catalog/catalog-commands.test.ts',
  'test/cells/bulk.test.ts',
  'test/cells/dealing.test.ts',
  'test/cells/import.test.ts',
  'test/cells/issued-numbers.test.ts',
  'test/cells/orders-in-cells.test.ts',
  'test/cells/proof.test.ts',
  'test/cells/supplier-cabinet.test.ts',
  'test/cells/tills.test.ts',
  'test/cells/used-export.test.ts',
  'test/http/operator/settlement.test.ts',
  'test/journeys/gift-page.test.ts',
  'test/journeys/stock.test.ts',
  'test/properties/races.test.ts',
  'test/properties/uuid-races.test.ts',
];

const others = [
  'test/journeys/bad-input.test.ts',
  'test/journeys/money.test.ts',
  'test/journeys/one-order.test.ts',
  'test/journeys/test-mode.test.ts',
  'test/journeys/texts.test.ts',
  'test/journeys/time.test.ts',
  'test/journeys/uuid.test.ts',
  'test/journeys/validity.test.ts',
  'test/orders/bad-order.test.ts',
  'test/properties/anything-at-once.test.ts',
  'test/redemption/redemption.test.ts',
  'test/redemption/undo.test.ts',
];

export const filesOnCluster = (all: boolean): string[] => (all ? [...inEachRun, ...others] : inEachRun);
