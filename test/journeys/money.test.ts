import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setClient } from '../../src/clients/set-client.ts';
import { transaction } from '../../src/platform/database/database.ts';
import type { TestClient } from '../support/test-client.ts';
import { testWorld } from '../support/test-world.ts';

const facesOf = async (shop: TestClient): Promise<unknown[]> =>
  ((await shop.call('getProducts')).data as { faces: number[] }[]).map(({ faces }) => faces);

test('without funds an order is refused with 5000, and accepted after a top-up', async () => {
  await using world = await testWorld();
  const shop = await world.client({ balanceRoubles: 900 });
  const coffee = await world.product({ scheme: 'platform' });
  const ask = { product_id: coffee.id, face: 1000, uuid: 'without-funds' };
  assert.deepEqual(await shop.refusedOrder(ask), { code: 5000, text: 'insufficient funds' });
  assert.equal(await shop.getBalance(), 900);
  await world.pay(shop, 100);
  const id = await shop.makeOrder(ask);
  assert.equal(await shop.getBalance(), 0);
  await world.settle();
  assert.equal((await shop.getStatus(id))['status'], 'ok');
});

test('a client with delayed mode needs the funds too', async () => {
  await using world = await testWorld();
  const shop = await world.client({ balanceRoubles: 900, delayedMode: true });
  const coffee = await world.product();
  assert.equal((await shop.refusedOrder({ product_id: coffee.id, face: 1000 })).code, 5000);
});

test('a credit line is spent to its last kopeck and not beyond', async () => {
  await using world = await testWorld();
  const shop = await world.client({ balanceRoubles: 500, creditRoubles: 1000 });
  const coffee = await world.product({ scheme: 'platform' });
  const ask = { product_id: coffee.id, face: 500 };
  for (const left of [1000, 500, 0]) {
    await shop.makeOrder(ask);
    assert.equal(await shop.getBalance(), left);
  }
  assert.equal((await shop.refusedOrder(ask)).code, 5000);
  await world.settle();
  assert.equal(await shop.getBalance(), 0);
});

test('the sum follows the price rule of the client: discount, surcharge, whole roubles unless it asks for kopecks', async () => {
  await using world = await testWorld();
  const coffee = await world.product({
    scheme: 'platform',
    freeFaceRoubles: { min: 10, max: 5000, step: 1 },
  });
  const cases = [
    { discountBasisPoints: 500, face: 1000, sum: 950, balance: 50 },
    { discountBasisPoints: 350, face: 450, sum: 434, balance: 566 },
    { discountBasisPoints: -250, face: 100, sum: 103, balance: 897 },
    { discountBasisPoints: 9999, face: 10, sum: 1, balance: 999 },
    { discountBasisPoints: 0, face: 777, sum: 777, balance: 223 },
    { pricesInKopecks: true, discountBasisPoints: 350, face: 450, sum: 434.25, balance: 565 },
    { pricesInKopecks: true, discountBasisPoints: -250, face: 100, sum: 102.5, balance: 897 },
    { pricesInKopecks: true, discountBasisPoints: 333, face: 15, sum: 14.5, balance: 985 },
  ];
  for (const { face, sum, balance, ...traits } of cases) {
    const shop = await world.client({ ...traits, balanceRoubles: 1000 });
    const id = await shop.makeOrder({ product_id: coffee.id, face });
    await world.settle();
    const status = await shop.getStatus(id);
    assert.deepEqual([status['face'], status['sum']], [face, sum]);
    assert.equal(shop.told(id)[0]?.data['sum'], String(sum));
    assert.equal(await shop.getBalance(), balance, 'whole roubles, towards zero');
  }
});

test('a client without kopecks gets whole faces only, and whole sums of earlier orders', async () => {
  await using world = await testWorld();
  const coffee = await world.product({ scheme: 'platform', facesRoubles: [99.5, 500] });
  const bread = await world.product({ scheme: 'platform', facesRoubles: [99.5] });
  const [plain, exact] = [await world.client(), await world.client({ pricesInKopecks: true })];
  assert.deepEqual(await facesOf(plain), [[500], []]);
  assert.deepEqual(await facesOf(exact), [[99.5, 500], [99.5]]);
  const refused = await plain.refusedOrder({ product_id: bread.id, face: 99.5 });
  assert.equal(refused.text, 'fields filled incorrectly: face');
  const half = { product_id: coffee.id, face: 99.5, uuid: 'half' };
  const id = await exact.makeOrder(half);
  await world.settle();
  assert.equal((await exact.getStatus(id))['sum'], 99.5);
  await transaction(world.cellOf(exact).db, (tx) => setClient(tx, exact.id, { pricesInKopecks: false }));
  await new Promise((resolve) => setTimeout(resolve, 1100));
  const status = await exact.getStatus(id);
  assert.deepEqual([status['face'], status['sum']], [100, 100]);
  assert.equal(await exact.makeOrder(half), id, 'a known uuid is answered before settings are judged');
});

test('after a chargeback between acceptance and issue the order fails with 5000 by callback, and balances are correct', async () => {
  await using world = await testWorld();
  const shop = await world.client({ balanceRoubles: 2000 });
  const coffee = await world.product();
  const codes = await world.pool(coffee, 1000, 2);
  const ids = [
    await shop.makeOrder({ product_id: coffee.id, face: 1000 }),
    await shop.makeOrder({ product_id: coffee.id, face: 1000 }),
  ];
  await world.pay(shop, -700);
  assert.equal(await shop.getBalance(), -700);
  await world.settle();

  // One hold that goes back covers the shortfall, so that the other order can be issued.
  const [failed, issued] = ids as [number, number];
  const status = await shop.getStatus(failed);
  assert.deepEqual([status['status'], status['error_code'], status['order_id']], ['error', 5000, null]);
  const [told] = shop.told(failed);
  assert.equal(told?.status, 'error');
  assert.deepEqual(told.error, { code: '5000', text: 'insufficient funds' });
  assert.equal(told.data['order_id'], '');
  assert.ok(!('gift_page_url' in told.data));
  assert.equal((await shop.error('getCode', { queue_id: failed })).code, 1209);
  assert.equal((await shop.getCode(issued)).code, codes[0]?.number, 'the failed one took no code');
  assert.equal(await shop.getBalance(), 300);
});
