/** The catalogue shows what any cell has. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogueOf, shownStock } from '../../src/catalog/catalogue.ts';
import { createCodeDealer } from '../../src/orders/dealing/deal-codes.ts';
import { everyCell } from '../../src/platform/cells/cell-context.ts';
import { pruneTaken } from '../../src/vault/dealing/prune-taken.ts';
import { sourcesOf } from '../../src/orders/dealing/carry-runs.ts';
import type { TestClient } from '../support/test-client.ts';
import { testWorld } from '../support/test-world.ts';

const inCells = { FACEVALUE_TEST_CELLS: '3' };

test('a face is shown to the clients of all cells while one of them has a code', async () => {
  await using world = await testWorld(inCells);
  const product = await world.product();
  const shops = [await world.client(), await world.client(), await world.client()];
  const shown = (shop: TestClient) =>
    catalogueOf(
      world.cellOf(shop).db,
      { text: null, productId: product.id, after: 0, limit: 1 },
      world.clock.now(),
      shownStock(world.ctx),
    ).then(([found]) => found?.facesKopecks);
  const everywhere = () => Promise.all(shops.map(shown));
  assert.deepEqual(await everywhere(), [[], [], []]);
  await world.pool(product, 500, 2);
  assert.deepEqual(await everywhere(), [[50_000], [50_000], [50_000]]);
  const { data } = await (shops[2] as TestClient).call('getProducts', {});
  assert.deepEqual((data as { faces: number[] }[])[0]?.faces, [500]);
  for (const shop of shops.slice(1)) await shop.makeOrder({ product_id: product.id, face: 500 });
  await createCodeDealer(world.ctx).round();
  assert.deepEqual(await everywhere(), [[], [], []]);
  await world.settle();
});

test('that runs have arrived is forgotten a day after they were forgotten where they came from', async () => {
  await using world = await testWorld(inCells);
  const product = await world.product();
  await world.pool(product, 500, 3);
  const taken = async (): Promise<number> => {
    const counts = await Promise.all(
      everyCell(world.ctx).map(async ({ db }) => (await db.query(`select from deals_taken`)).rowCount ?? 0),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  };
  const prune = () => pruneTaken(sourcesOf(world.ctx), world.ctx.cells, world.clock.now());
  await prune();
  assert.equal(await taken(), 1);
  world.clock.forward('25 h');
  const again = `insert into import_deals (run, to_cell, supplier_id, product_id, sent_at) overriding system value
    select run, 1, $1, $2, $3 from cell_1.deals_taken`;
  await world.ctx.db.query(again, [product.supplierId, product.id, world.clock.now()]);
  await prune();
  assert.equal(await taken(), 1, 'it is still open where it came from');
  await world.ctx.db.query(`delete from import_deals`);
  await prune();
  assert.equal(await taken(), 0);
});
