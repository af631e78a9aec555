import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offerAllUntested } from '../../test/support/arrange.ts';
import { migratedDatabase } from '../../test/support/migrated-database.ts';
import { transaction } from '../platform/database/database.ts';
import { importCatalog } from './import/import-catalog.ts';
import { listAddresses } from './list-addresses.ts';

test('addresses are grouped by area, locality and product, and filtered by each', async () => {
  await using world = await migratedDatabase();
  const products = [11459, 11460].map((id) => ({ id, title: `Product ${id}`, supplier_id: 342 }));
  await transaction(world.db, async (tx) => {
    await importCatalog(tx, products, { scheme: 'platform' }, world.now);
    await offerAllUntested(tx, world.now);
  });
  await world.db.query(
    `insert into addresses (product_id, area, locality, address, lat, lon) values
       (11459, 'Московская область', 'Химки', 'ул. Ленина, 1', '55.88', '37.43'),
       (11459, 'Московская область', 'Химки', 'ул. Ленина, 2', '55.89', '37.44'),
       (11460, 'Московская область', 'Мытищи', 'пр. Мира, 5', '55.91', '37.73'),
       (11460, '__proto__', 'Тверь', 'ул. Советская, 7', '56.85', '35.91')`,
  );
  const khimki = {
    Химки: {
      11459: [
        ['ул. Ленина, 1', '55.88 37.43'],
        ['ул. Ленина, 2', '55.89 37.44'],
      ],
    },
  };
  const mytishchi = { Мытищи: { 11460: [['пр. Мира, 5', '55.91 37.73']] } };
  const all = await listAddresses(world.db, {});
  assert.deepEqual(Object.keys(all), ['__proto__', 'Московская область']);
  assert.deepEqual(all['Московская область'], { ...khimki, ...mytishchi });
  assert.deepEqual(await listAddresses(world.db, { productIds: [11459, 5] }), {
    'Московская область': khimki,
  });
  assert.deepEqual(await listAddresses(world.db, { localityName: 'Мытищи', productIds: [] }), {
    'Московская область': mytishchi,
  });
  assert.deepEqual(await listAddresses(world.db, { areaName: 'Тверская область' }), {});
});
