import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ascending } from '../../src/platform/cells/merge.ts';
import { freshCodes, type TestCode } from '../support/arrange.ts';
import { rowsOfAll } from '../support/rows-of-all.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';
import {
  agree,
  exchangesOf,
  settleThrough,
  suppliedProduct,
  type SuppliedProduct,
} from './supplied-world.ts';

const activated = (world: TestWorld, terms = {}): Promise<SuppliedProduct> =>
  suppliedProduct(world, { ...terms, product: { scheme: 'pool', activationScheme: 'api' } });

const inactiveCodes = (world: TestWorld, tea: SuppliedProduct, count: number): Promise<TestCode[]> =>
  world.pool(
    tea,
    500,
    freshCodes(count).map((code) => ({ ...code, inactive: true })),
  );

async function codesOf(world: TestWorld, tea: SuppliedProduct): Promise<string[]> {
  const rows = await rowsOfAll<{ id: number; line: string }>(
    world,
    `select id, state || case when active then ' active' else ' inactive' end as line
     from codes where supplier_id = $1`,
    [tea.supplierId],
  );
  return rows.toSorted(ascending(({ id }) => id)).map(({ line }) => line);
}

test('a code of the pool is activated at the moment of sale, then delivered', async () => {
  await using world = await testWorld();
  await using tea = await activated(world);
  const [code] = await inactiveCodes(world, tea, 1);
  const shop = await world.client();
  const id = await shop.makeOrder({ product_id: tea.id, face: 500 });
  await world.settle();
  assert.deepEqual(tea.supplier.activated, [code?.number]);
  assert.equal((await shop.getCode(id)).code, code?.number);
  assert.deepEqual(await codesOf(world, tea), ['sold active']);
  const rows = await rowsOfAll(world, `select from code_readings where reader = 'supplier'`);
  assert.equal(rows.length, 1, 'the reading is on record');
});

test('a code that its supplier does not know is blocked, and the order takes the next', async () => {
  await using world = await testWorld();
  await using tea = await activated(world);
  const [, second] = await inactiveCodes(world, tea, 2);
  const shop = await world.client();
  tea.supplier.next = ['bad-code'];
  const id = await shop.makeOrder({ product_id: tea.id, face: 500 });
  await world.settle();
  assert.equal((await shop.getCode(id)).code, second?.number);
  assert.deepEqual(await codesOf(world, tea), ['blocked inactive', 'sold active']);
  assert.equal(await shop.getBalance(), 99_500);
});

test('a supplier that refuses an activation for lack of stock is called again after ten minutes or when codes arrive', async () => {
  await using world = await testWorld();
  await using tea = await activated(world);
  await inactiveCodes(world, tea, 1);
  const shop = await world.client({ delayedMode: true });
  tea.supplier.next = Array.from({ length: 20 }, () => 'no-stock' as const);
  const id = await shop.makeOrder({ product_id: tea.id, face: 500 });
  await world.settle();
  assert.equal((await exchangesOf(world, id)).length, 1, 'not at once, although the code is in the pool');
  assert.equal((await shop.getStatus(id)).status, 'delayed');
  await settleThrough(world, ['9 min']);
  assert.equal((await exchangesOf(world, id)).length, 1);
  await settleThrough(world, ['1 min']);
  assert.equal((await exchangesOf(world, id)).length, 2);
  tea.supplier.next = [];
  await inactiveCodes(world, tea, 1);
  await world.settle();
  assert.equal((await shop.getStatus(id)).status, 'ok', 'fresh codes wake it at once');
  assert.deepEqual(await codesOf(world, tea), ['sold active', 'free inactive']);
});

test('an activation that timed out is repeated, and the code is sold once', async () => {
  await using world = await testWorld();
  await using tea = await activated(world);
  const [code] = await inactiveCodes(world, tea, 2);
  const shop = await world.client();
  tea.supplier.next = ['silent-after-issue'];
  const id = await shop.makeOrder({ product_id: tea.id, face: 500 });
  await settleThrough(world, ['1 s']);
  assert.deepEqual(tea.supplier.activated, [code?.number]);
  assert.equal((await shop.getCode(id)).code, code?.number);
});

test('an unclear activation by a supplier that is not idempotent blocks the code and releases the money', async () => {
  await using world = await testWorld();
  await using tea = await activated(world, { idempotent: false });
  await inactiveCodes(world, tea, 1);
  const shop = await world.client();
  tea.supplier.next = ['silent-after-issue'];
  const id = await shop.makeOrder({ product_id: tea.id, face: 500 });
  await settleThrough(world, ['1 d']);
  assert.equal((await shop.getStatus(id))['error_code'], 1301);
  assert.deepEqual(await codesOf(world, tea), ['blocked inactive']);
  assert.equal(tea.supplier.calls.length, 1);
});

test('if the supplier is not reached within the ttl, the code returns to the pool and is sold to the next order', async () => {
  await using world = await testWorld();
  await using tea = await activated(world);
  const [code] = await inactiveCodes(world, tea, 1);
  const shop = await world.client();
  await agree(world, tea.supplierId, 'http://127.0.0.1:1', { certified: true });
  const first = await shop.makeOrder({ product_id: tea.id, face: 500, ttl: 60 });
  await settleThrough(world, ['1 s', '2 s', '5 s', '15 s', '30 s', '7 s']);
  assert.equal((await shop.getStatus(first))['reason'], 'cancelled');
  assert.equal((await exchangesOf(world, first))[0]?.state, 'given_up');
  assert.deepEqual(await codesOf(world, tea), ['free inactive']);
  await agree(world, tea.supplierId, tea.supplier.url, { certified: true });
  const second = await shop.makeOrder({ product_id: tea.id, face: 500 });
  // The breaker is open after this many failures; the next call is a probe.
  await settleThrough(world, ['15 s']);
  assert.equal((await shop.getCode(second)).code, code?.number);
});
