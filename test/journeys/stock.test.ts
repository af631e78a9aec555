import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitLimits } from '../../src/orders/dealing/deal-limits.ts';
import { limitBrand } from '../../src/orders/limit-brand.ts';
import { testWorld } from '../support/test-world.ts';

test('a sold-out face is refused with 3601 and not listed until codes arrive', async () => {
  await using world = await testWorld();
  const shop = await world.client();
  const coffee = await world.product();
  await world.pool(coffee, 500, 1);
  const ask = { product_id: coffee.id, face: 500, delivery_type: 'link' };
  await shop.makeOrder(ask);
  await world.settle();
  assert.partialDeepStrictEqual(await shop.refusedOrder(ask), {
    code: 3601,
    text: 'fields filled incorrectly: face',
  });
  const [code] = await world.pool(coffee, 500, 1);
  const id = await shop.makeOrder(ask);
  await world.settle();
  assert.equal((await shop.getCode(id)).code, code?.number);
});

test('of sixty-four concurrent orders for the last code, one gets it, and the others are refused with 3601', async () => {
  await using world = await testWorld();
  const shop = await world.client();
  const coffee = await world.product();
  const [code] = await world.pool(coffee, 1000, 1);
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, index) =>
      shop.call('makeOrder', { product_id: coffee.id, face: 1000, uuid: `last-${index}` }),
    ),
  );
  const accepted = answers.flatMap(({ data }) => (data === undefined ? [] : [(data as { id: number }).id]));
  assert.equal(accepted.length, 1);
  for (const { error } of answers) {
    if (error !== undefined)
      assert.partialDeepStrictEqual(error, { code: 3601, text: 'fields filled incorrectly: face' });
  }
  assert.equal(await shop.getBalance(), 99_000);
  await world.settle();
  assert.equal((await shop.getCode(accepted[0] ?? 0)).code, code?.number);
  assert.equal(await shop.getBalance(), 99_000);
});

test('in delayed mode an order waits with 1208, and arriving codes go to the oldest', async () => {
  await using world = await testWorld();
  // Of one cell: between cells the order is that of their dealings.
  const first = await world.client({ delayedMode: true });
  const shops = [first, await world.client({ delayedMode: true, id: first.id + 10_000 })];
  const impatient = await world.client();
  const coffee = await world.product();
  const ask = { product_id: coffee.id, face: 1000 };
  const waiting: { shop: (typeof shops)[number]; id: number }[] = [];
  for (let place = 0; place < 5; place += 1) {
    const shop = shops[place % 2] as (typeof shops)[number];
    waiting.push({ shop, id: await shop.makeOrder(ask) });
    world.clock.forward('1 min');
  }
  await world.settle();
  assert.equal((await impatient.refusedOrder(ask)).code, 3601);
  for (const { shop, id } of waiting) {
    assert.equal((await shop.getStatus(id))['status'], 'delayed');
    assert.equal((await shop.error('getLinks', { queue_id: id })).code, 1208);
    assert.deepEqual(shop.told(id), [], 'nothing is told before there is an outcome');
  }

  const codes = await world.pool(coffee, 1000, 3);
  // A new order comes after those that waited.
  assert.equal((await impatient.refusedOrder(ask)).code, 3601);
  world.clock.forward('1 s');
  await world.settle();
  for (const [place, { shop, id }] of waiting.entries()) {
    const served = place < 3;
    assert.equal((await shop.getStatus(id))['status'], served ? 'ok' : 'delayed', `place ${place}`);
    if (served) assert.equal((await shop.getCode(id)).code, codes[place]?.number);
  }

  await world.pool(coffee, 1000, 2);
  await world.settle();
  for (const { shop, id } of waiting) assert.equal(shop.told(id)[0]?.status, 'ok');
});

test('supplier limits are exact to one order and one rouble; beyond is 1102', async () => {
  await using world = await testWorld();
  const shop = await world.client();
  const byCount = await world.product({ monthlyOrdersLimit: 3 });
  await world.pool(byCount, 500, 10);
  const bySum = await world.product({ monthlySumLimitRoubles: 2500 });
  await world.pool(bySum, 500, 10);
  await world.pool(bySum, 1000, 10);

  // All at once: acceptance promises exactly.
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => shop.call('makeOrder', { product_id: byCount.id, face: 500 })),
  );
  assert.deepEqual(
    answers.map(({ error }) => error?.code ?? 0).toSorted((one, other) => one - other),
    [0, 0, 0, 1102, 1102],
  );
  await world.settle();
  assert.equal((await shop.refusedOrder({ product_id: byCount.id, face: 500 })).code, 1102);

  for (const face of [1000, 1000]) await shop.makeOrder({ product_id: bySum.id, face });
  await world.settle();
  assert.equal((await shop.refusedOrder({ product_id: bySum.id, face: 1000 })).code, 1102);
  await shop.makeOrder({ product_id: bySum.id, face: 500 });
  await world.settle();
  assert.equal((await shop.refusedOrder({ product_id: bySum.id, face: 500 })).code, 1102);
  assert.equal(await shop.getBalance(), 100_000 - 3 * 500 - 2500);
});

test('a supplier limit restarts at Moscow midnight of the first day of a month', async () => {
  await using world = await testWorld({}, '2026-11-30T23:59:58+03:00');
  const shop = await world.client();
  const coffee = await world.product({ monthlyOrdersLimit: 1, scheme: 'platform' });
  const ask = { product_id: coffee.id, face: 500 };
  await shop.makeOrder(ask);
  await world.settle();
  world.clock.forward('1 s');
  assert.equal((await shop.refusedOrder(ask)).code, 1102);
  world.clock.forward('1 s');
  await shop.makeOrder(ask);
  await world.settle();
  assert.equal((await shop.refusedOrder(ask)).code, 1102);
});

test('an order that ends without a certificate returns its share of the limit, and a delayed order takes one when woken', async () => {
  await using world = await testWorld();
  const shop = await world.client({ delayedMode: true });
  const coffee = await world.product({ monthlyOrdersLimit: 2 });
  const ask = { product_id: coffee.id, face: 500 };
  const waiting = [await shop.makeOrder(ask), await shop.makeOrder(ask), await shop.makeOrder(ask)];
  await world.pool(coffee, 500, 3);
  await world.settle();
  const statuses = async () => Promise.all(waiting.map(async (id) => (await shop.getStatus(id))['status']));
  assert.deepEqual(await statuses(), ['ok', 'ok', 'delayed']);
  assert.equal((await shop.refusedOrder(ask)).code, 1102);
  // The next month has a new limit.
  world.clock.forward('10 d');
  await world.settle();
  assert.deepEqual(await statuses(), ['ok', 'ok', 'ok']);
  await world.pool(coffee, 500, 1);
  const id = await shop.makeOrder({ ...ask, ttl: 60 });
  assert.equal((await shop.refusedOrder(ask)).code, 1102);
  world.clock.forward('61 s');
  await world.settle();
  assert.equal((await shop.getStatus(id))['error_code'], 1210);
  await shop.makeOrder(ask);
  await world.settle();
});

test('a limit set within a month counts the earlier sales of that month', async () => {
  await using world = await testWorld({}, '2026-11-30T23:59:00+03:00');
  const shop = await world.client();
  const coffee = await world.product({ scheme: 'platform' });
  const ask = { product_id: coffee.id, face: 500 };
  await shop.makeOrder(ask);
  await world.settle();
  world.clock.forward('1 h');
  for (let sale = 0; sale < 2; sale += 1) await shop.makeOrder(ask);
  await shop.makeOrder({ ...ask, testmode: 1 });
  await world.settle();
  const { db, cells } = world.ctx;
  const { rows } = await db.query<{ name: string }>(`select name from brands`);
  const limit = async (monthlyOrders: number | null) => {
    const brand = { supplierId: coffee.supplierId, name: rows[0]?.name ?? '' };
    const set = await limitBrand(db, { ...brand, limits: { monthlyOrders } }, world.clock.now(), cells);
    if (cells.length > 0) await fitLimits(world.ctx, [coffee]);
    return set;
  };
  assert.equal(await limit(3), 'set');
  await shop.makeOrder(ask);
  await world.settle();
  assert.equal((await shop.refusedOrder(ask)).code, 1102);
  // The limit was removed for one sale and set again: that sale counts too.
  await limit(null);
  await shop.makeOrder(ask);
  await world.settle();
  await limit(4);
  assert.equal((await shop.refusedOrder(ask)).code, 1102);
  await limit(5);
  await shop.makeOrder(ask);
  await world.settle();
  assert.equal((await shop.refusedOrder(ask)).code, 1102);
});

test('a code that has expired in the pool is skipped', async () => {
  await using world = await testWorld();
  const shop = await world.client();
  const coffee = await world.product();
  const [old, good] = [
    { number: 'OLD-1', pin: '1', expiry: '2026-11-22' },
    { number: 'GOOD-1', pin: '2', expiry: '2027-03-08' },
  ];
  await world.pool(coffee, 500, [old, good]);
  world.clock.forward('2 d');
  const id = await shop.makeOrder({ product_id: coffee.id, face: 500 });
  await world.settle();
  const code = await shop.getCode(id);
  assert.deepEqual([code.code, code.expire_date], ['GOOD-1', '2027-03-08 23:59:59']);
});
