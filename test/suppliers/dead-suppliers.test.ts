import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startWorkers } from '../../src/workers.ts';
import type { TestClient } from '../support/test-client.ts';
import { testWorld } from '../support/test-world.ts';
import { exchangesOf, settleThrough, suppliedProduct, type SuppliedProduct } from './supplied-world.ts';

const hangingMs = 120_000;
/** Whoever waits for the one that hangs is not done by then. */
const patienceMs = hangingMs - 5000;

const orderMany = (shop: TestClient, product: SuppliedProduct, count: number): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, () => shop.makeOrder({ product_id: product.id, face: 500 })));

const statusesOf = async (shop: TestClient, ids: number[]): Promise<Set<unknown>> =>
  new Set(await Promise.all(ids.map(async (id) => (await shop.getStatus(id))['status'])));

test('a supplier that hangs delays no order of another', async () => {
  await using world = await testWorld();
  await using hanging = await suppliedProduct(world, { timeoutMs: hangingMs });
  await using quick = await suppliedProduct(world, { timeoutMs: 60_000 });
  hanging.supplier.always = 'silent';
  const shop = await world.client({ balanceRoubles: 1_000_000 });
  // More than may be in flight to one supplier.
  const held = await orderMany(shop, hanging, 200);
  const served = await orderMany(shop, quick, 50);
  const workers = startWorkers(world.ctx);
  try {
    const startedAt = performance.now();
    while ((await statusesOf(shop, served)).has('processing')) {
      assert.ok(
        performance.now() - startedAt < patienceMs,
        'orders of the quick supplier waited for the other',
      );
      await sleep(50);
    }
    assert.deepEqual(await statusesOf(shop, served), new Set(['ok']));
    assert.deepEqual(await statusesOf(shop, held), new Set(['processing']));
  } finally {
    hanging.supplier.always = null;
    hanging.supplier.cutAll();
    await workers.stop();
  }
  await settleThrough(world, ['15 s', '1 s']);
  assert.deepEqual(await statusesOf(shop, held), new Set(['ok']));
});

test('a supplier that stopped answering is not called until a probe succeeds, and no attempts are used up', async () => {
  await using world = await testWorld();
  await using tea = await suppliedProduct(world, { timeoutMs: 5000 });
  const shop = await world.client();
  tea.supplier.always = 'silent';
  const ids = await orderMany(shop, tea, 10);
  await settleThrough(world, ['1 s', '2 s', '5 s']);
  assert.equal(tea.supplier.calls.length, 10);
  await settleThrough(world, ['7 s']);
  assert.equal(tea.supplier.calls.length, 11, 'one probe goes, and fails');
  tea.supplier.always = null;
  await settleThrough(world, ['14 s']);
  assert.equal(tea.supplier.calls.length, 11);
  await settleThrough(world, ['1 s']);
  assert.deepEqual(await statusesOf(shop, ids), new Set(['ok']));
  // After an unclear call each code is requested until the same one comes twice.
  assert.equal(tea.supplier.calls.length, 11 + 2 * ids.length);
  const attempts = await Promise.all(ids.map(async (id) => (await exchangesOf(world, id))[0]?.attempts));
  assert.equal(attempts.filter((count) => count === 3).length, 9);
});

test('orders claimed ahead of their calls go back uncalled when the supplier stops answering', async () => {
  await using world = await testWorld();
  await using tea = await suppliedProduct(world, { timeoutMs: 5000 });
  const shop = await world.client({ balanceRoubles: 1_000_000 });
  // From one answer it is known that the supplier is quick.
  await orderMany(shop, tea, 1);
  await world.settle();
  tea.supplier.always = 'silent';
  const ids = await orderMany(shop, tea, 120);
  await world.settle();
  const uncalled = ids.length - (tea.supplier.calls.length - 1);
  assert.ok(uncalled > 0, 'not all were called');
  const lines = await Promise.all(ids.map(async (id) => (await exchangesOf(world, id))[0]));
  const untouched = lines.filter((line) => line?.attempts === 0 && line.outcomes === '');
  assert.equal(untouched.length, uncalled);
  tea.supplier.always = null;
  await settleThrough(world, ['15 s', '1 s', '2 s']);
  assert.deepEqual(await statusesOf(shop, ids), new Set(['ok']));
  assert.equal(tea.supplier.ledger.size, 1 + ids.length);
});
