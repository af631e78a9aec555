/** Monthly limits of brands hold over all cells, exactly: never more is sold, and nobody is refused while any cell has some left. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editBrand } from '../../src/catalog-acts/supplier-acts.ts';
import { listBrandsOfAll } from '../../src/catalog/brand.ts';
import { dealLimits } from '../../src/orders/dealing/deal-limits.ts';
import { refundOrder } from '../../src/orders/refund-order.ts';
import { everyCell } from '../../src/platform/cells/cell-context.ts';
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

/** The error of an order, 0 if it was accepted: like any client it is repeated while the platform asks for that. */
async function answerTo(shop: TestClient | undefined, product: TestProduct, face = 500): Promise<number> {
  for (;;) {
    const answer = await shop?.call('makeOrder', order(product, face));
    if (answer?.error?.code !== 1003) return answer?.error?.code ?? 0;
  }
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
