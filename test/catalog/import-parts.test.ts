/** What a catalogue may say beyond getProducts: that certificates are used in parts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migratedDatabase, type MigratedDatabase } from '../support/migrated-database.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { setIntegrationAccess } from '../../src/suppliers/used-export/integration-access.ts';
import { setProduct } from '../../src/catalog/set-product.ts';
import { importCatalog, type CatalogReport } from '../../src/catalog/import/import-catalog.ts';

const product = (id: number, isInParts?: unknown, supplierId = 342) => ({
  id,
  title: `Product ${id}`,
  supplier_id: supplierId,
  faces: [100],
  ...(isInParts !== undefined && { in_parts: isInParts }),
});

const take = (world: MigratedDatabase, products: object[], more: object = {}): Promise<CatalogReport> =>
  transaction(world.db, async (tx) => {
    const outcome = await importCatalog(tx, products, { scheme: 'platform', ...more }, world.now);
    return outcome.is === 'imported' ? outcome.report : assert.fail(JSON.stringify(outcome));
  });

async function inParts(world: MigratedDatabase): Promise<number[]> {
  const { rows } = await world.db.query<{ id: number }>(`select id from products where in_parts order by id`);
  return rows.map(({ id }) => id);
}

test('it is set and taken back where the catalogue says so, and stays where it says nothing', async () => {
  await using world = await migratedDatabase();
  await take(world, [product(1, true), product(2, '1'), product(3, false), product(4)]);
  assert.deepEqual(await inParts(world), [1, 2]);
  await take(world, [product(1), product(2, false), product(3, true)]);
  assert.deepEqual(await inParts(world), [1, 3]);
});

test('what the operator has set stays, unless the import overwrites', async () => {
  await using world = await migratedDatabase();
  await take(world, [product(1)]);
  await transaction(world.db, (tx) => setProduct(tx, 1, { inParts: true }, world.now));
  await take(world, [product(1, false)]);
  assert.deepEqual(await inParts(world), [1]);
  await take(world, [product(1, false)], { overwrite: true });
  assert.deepEqual(await inParts(world), []);
});

test('those that are redeemed elsewhere stay whole, and are named', async () => {
  await using world = await migratedDatabase();
  const file = [product(1, true), product(2, true, 343), product(3, true)];
  const first = await take(world, file, { scheme: 'pool' });
  assert.deepEqual([first.partsNeedTill, await inParts(world)], [[1, 2, 3], []]);
  await transaction(world.db, (tx) =>
    setIntegrationAccess(tx, { supplierId: 343, redeemsOwn: true }, world.now),
  );
  const second = await take(world, file, { scheme: 'pool' });
  assert.deepEqual([second.partsNeedTill, await inParts(world)], [[1, 3], [2]]);
});

test('another value is refused with its field', async () => {
  await using world = await migratedDatabase();
  const outcome = await transaction(world.db, (tx) =>
    importCatalog(tx, [product(1, 'yes')], { scheme: 'platform' }, world.now),
  );
  assert.equal(outcome.is, 'wrong');
  assert.deepEqual(
    outcome.problems.map(({ field }) => field),
    ['in_parts'],
  );
});
