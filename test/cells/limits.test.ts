/** Monthly limits of brands hold over all cells, exactly: never more is sold, and nobody is refused while any cell has some left. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editBrand } from '../../src/acts/catalog/supplier-acts.ts';
import { listBrandsOfAll } from '../../src/catalog/brand.ts';
import { dealLimits } from '../../src/orders/dealing/deal-limits.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import { everyCell } from '../../src/platform/cells/cell-context.ts';
import { verifyCells } from '../../src/reports/verify-cells.ts';
import type { CrashPointName } from '../../src/platform/process/crash-point.ts';
import type { TestProduct } from '../support/arrange.ts';
import type { TestClient } from '../support/test-client.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const inCells = { FACEVALUE_TEST_CELLS: '3' };

async function shopsOf(world: TestWorld): Promise<TestClient[]> {
  const shops: TestClient[] = [];
  while (shops.length < 3) shops.push(await world.client());
  return shops;
}

const order = (product: TestProduct, face = 500) => ({ product_id: product.id, face });

/** The error of an order, 0 if it was accepted. */
async function answerTo(shop: TestClient | undefined, product: TestProduct, face = 500): Promise<number> {
  const answer = await shop?.call('makeOrder', order(product, face));
  return answer?.error?.code ?? 0;
}

/** How many of so many orders, of all shops at once, were accepted; the others were refused because of the limit. */
async function sold(shops: TestClient[], product: TestProduct, orders: number, face = 500): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: orders }, (_, index) => answerTo(shops[index % 3], product, face)),
  );
  assert.deepEqual(
    answers.filter((code) => code !== 0 && code !== 1102),
    [],
  );
  return answers.filter((code) => code === 0).length;
}

for (const [limit, traits] of [
  ['orders', { monthlyOrdersLimit: 40 }],
  ['sums', { monthlySumLimitRoubles: 20_000 }],
] as const)
  test(`a limit of ${limit} is used up exactly by orders of all cells at once`, async () => {
    await using world = await testWorld(inCells);
    const product = await world.product({ scheme: 'platform', ...traits });
    const shops = await shopsOf(world);
    assert.equal(await sold(shops, product, 60), 40);
    assert.equal(await sold(shops, product, 3), 0);
    await world.settle();
    const [brand] = await listBrandsOfAll(world.ctx, product.supplierId, world.clock.now());
    assert.deepEqual([brand?.usedOrders, brand?.usedSumKopecks], [40, 2_000_000]);
  });

const used = async (world: TestWorld, product: TestProduct): Promise<number | undefined> =>
  (await listBrandsOfAll(world.ctx, product.supplierId, world.clock.now()))[0]?.usedOrders;

const needOf = ({ supplierId, brandId }: TestProduct) => ({
  supplierId,
  brandId,
  orders: 1,
  kopecks: 50_000,
  least: 50_000,
});

const commits: CrashPointName[] = ['deal-limits:held', 'deal-limits:raised'];
for (const name of commits)
  test(`a dealing that dies at ${name} loses nothing`, async () => {
    await using world = await testWorld(inCells);
    const product = await world.product({ scheme: 'platform', monthlyOrdersLimit: 40 });
    const shops = await shopsOf(world);
    assert.equal(await sold(shops, product, 1), 1);
    const [, second] = everyCell(world.ctx);
    assert.ok(second);
    const dying = {
      ...second,
      crashPoint: (at: CrashPointName) => {
        if (at === name) throw new Error('killed');
      },
    };
    await assert.rejects(dealLimits(dying, [needOf(product)]), /killed/);
    assert.equal(await sold(shops, product, 60), 39);
    await world.settle();
  });

test('dealings that get into each other’s way give no more than there is', async () => {
  await using world = await testWorld(inCells);
  const product = await world.product({ scheme: 'platform', monthlyOrdersLimit: 50 });
  const shops = await shopsOf(world);
  const cells = everyCell(world.ctx);
  for (let round = 0; round < 10; round += 1) {
    await Promise.all([...cells, ...cells, ...cells].map((cell) => dealLimits(cell, [needOf(product)])));
    assert.deepEqual(await wrongChecks(world), []);
  }
  assert.equal(await sold(shops, product, 55), 50);
  await world.settle();
});

test('what an order gives back can be used again, in whatever cell', async () => {
  await using world = await testWorld(inCells);
  const product = await world.product({ scheme: 'platform', monthlyOrdersLimit: 6 });
  const shops = await shopsOf(world);
  const [, second, third] = shops;
  assert.equal(await sold(shops, product, 5), 5);
  await second?.makeOrder({ ...order(product), ttl: 60 });
  assert.equal(await answerTo(third, product), 1102);
  world.clock.forward('61 s');
  await world.settle();
  assert.equal(await used(world, product), 5);
  assert.equal(await answerTo(third, product), 0);
  assert.equal(await sold(shops, product, 3), 0);
  await world.settle();
});

test('a limit is raised, lowered below what is used, taken away and set again', async () => {
  await using world = await testWorld(inCells);
  const product = await world.product({ scheme: 'platform', monthlyOrdersLimit: 30 });
  const { rows } = await world.ctx.db.query<{ name: string }>(
    `select name from brands where supplier_id = $1`,
    [product.supplierId],
  );
  const limitTo = async (monthlyOrders: number | null): Promise<void> => {
    const ask = { supplierId: product.supplierId, name: rows[0]?.name ?? '', limits: { monthlyOrders } };
    assert.equal(await editBrand(world.ctx, fromShell, ask, world.clock.now()), 'set');
    assert.deepEqual(await wrongChecks(world), []);
  };
  const shops = await shopsOf(world);
  assert.equal(await sold(shops, product, 20), 20);
  await limitTo(10);
  assert.equal(await sold(shops, product, 6), 0);
  await limitTo(25);
  assert.equal(await sold(shops, product, 9), 5);
  await limitTo(40);
  assert.equal(await sold(shops, product, 3), 3);
  await limitTo(30);
  assert.equal(await sold(shops, product, 9), 2);
  await world.settle();
  await limitTo(null);
  assert.equal(await sold(shops, product, 6), 6);
  await limitTo(40);
  assert.equal(await used(world, product), 36);
  assert.equal(await sold(shops, product, 9), 4);
  await world.settle();
});

test('a limit that is lowered while orders come is held', async () => {
  await using world = await testWorld(inCells);
  const product = await world.product({ scheme: 'platform', monthlyOrdersLimit: 60 });
  const shops = await shopsOf(world);
  const selling = sold(shops, product, 60);
  const { supplierId, brandId } = product;
  const { rows } = await world.ctx.db.query<{ name: string }>(
    `select name from brands where supplier_id = $1 and id = $2`,
    [supplierId, brandId],
  );
  const ask = { supplierId, name: rows[0]?.name ?? '', limits: { monthlyOrders: 30 } };
  await editBrand(world.ctx, fromShell, ask, world.clock.now());
  const usedThen = (await used(world, product)) ?? 0;
  assert.equal(await selling, Math.max(30, usedThen));
  await world.settle();
});

test('a new month begins with the whole limit', async () => {
  await using world = await testWorld(inCells, '2026-11-30T20:00:00+03:00');
  const product = await world.product({ scheme: 'platform', monthlyOrdersLimit: 10 });
  const shops = await shopsOf(world);
  assert.equal(await sold(shops, product, 12), 10);
  world.clock.forward('1 d');
  assert.equal(await sold(shops, product, 12), 10);
  await world.settle();
});

test('orders that wait get shares from other cells, and no more than there are', async () => {
  await using world = await testWorld(inCells);
  const product = await world.product({ monthlyOrdersLimit: 4 });
  const shops: TestClient[] = [];
  while (shops.length < 3) shops.push(await world.client({ delayedMode: true }));
  const ids: [TestClient, number][] = [];
  for (const shop of [...shops, ...shops]) ids.push([shop, await shop.makeOrder(order(product))]);
  await world.pool(product, 500, 6);
  await world.settle();
  const states = await Promise.all(ids.map(async ([shop, id]) => (await shop.getStatus(id))['status']));
  assert.deepEqual(
    [states.filter((state) => state === 'ok').length, states.filter((state) => state === 'delayed').length],
    [4, 2],
  );
});

const wrongChecks = async (world: TestWorld): Promise<string[]> =>
  (await verifyCells(world.ctx, () => {})).checks.flatMap(({ ok, name }) => (ok ? [] : name));

test('a proof finds shares that come to more than the limit', async () => {
  await using world = await testWorld(inCells);
  const product = await world.product({ scheme: 'platform', monthlyOrdersLimit: 40 });
  const shops = await shopsOf(world);
  assert.equal(await sold(shops, product, 6), 6);
  await world.settle();
  const [first] = everyCell(world.ctx);
  const change = (by: number) =>
    first?.db.query(`update brand_usage set orders_share = orders_share + $1`, [by]);
  await change(1);
  assert.deepEqual(await wrongChecks(world), ['limit-shares']);
  await change(-1);
  assert.deepEqual(await wrongChecks(world), []);
});
