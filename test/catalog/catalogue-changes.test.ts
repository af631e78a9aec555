import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogueChanges } from '../../src/catalog/catalogue-changes.ts';
import { catalogueOf } from '../../src/catalog/catalogue.ts';
import { testWorld } from '../support/test-world.ts';

test('each face that sells out or comes back is reported once; first stock is not', async () => {
  await using world = await testWorld();
  const client = await world.client();
  const product = await world.product({ facesRoubles: [500, 1000] });
  await world.pool(product, 500, 1);
  await world.settle();
  const since = world.clock.now();
  const changes = async () =>
    (await catalogueChanges(world.home.db, since)).map(({ kind, facesKopecks }) => [kind, facesKopecks]);
  const onPage = async () => {
    const ask = { text: null, productId: product.id, after: 0, limit: 1 };
    const [found] = await catalogueOf(world.home.db, ask, world.clock.now());
    return [found?.facesKopecks, found?.goneKopecks];
  };
  assert.deepEqual(await changes(), []);
  assert.deepEqual(await onPage(), [[50_000], [100_000]]);
  await client.makeOrder({ product_id: product.id, face: 500 });
  await world.pool(product, 1000, 1);
  for (let round = 0; round < 2; round += 1) {
    world.clock.forward('6 min');
    await world.settle();
  }
  assert.deepEqual(await changes(), [
    ['come', [100_000]],
    ['gone', [50_000]],
  ]);
  assert.deepEqual(await onPage(), [[100_000], [50_000]]);
});
