/** The test files that hold on a cluster as they do on one server: `run-on-cluster.test.ts` runs them so. */
export const filesOnCluster = [
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
];
