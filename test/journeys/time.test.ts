import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testWorld } from '../support/test-world.ts';

test('ttl cancels a waiting order: its hold is released and the callback has 1210', async () => {
  await using world = await testWorld();
  const shop = await world.client({ delayedMode: true });
  const coffee = await world.product();
  const id = await shop.makeOrder({ product_id: coffee.id, face: 1000, ttl: 3600, uuid: 'hurry' });
  assert.equal(await shop.getBalance(), 99_000);
  world.clock.forward('3599 s');
  await world.settle();
  assert.equal((await shop.getStatus(id))['status'], 'delayed');
  world.clock.forward('1 s');
  await world.settle();
  const status = await shop.getStatus(id);
  assert.deepEqual([status['status'], status['error_code'], status['reason']], ['error', 1210, 'cancelled']);
  assert.deepEqual(shop.told(id)[0]?.error?.['code'], '1210');
  assert.equal(await shop.getBalance(), 100_000);
  assert.equal((await shop.error('getCode', { queue_id: id })).code, 1209);
  // Codes that arrive too late go to another order.
  await world.pool(coffee, 1000, 1);
  await world.settle();
  assert.equal((await shop.getStatus(id))['reason'], 'cancelled');
  assert.equal(shop.told(id).length, 1);
});

test('an order that no worker reached within its ttl is cancelled, not issued', async () => {
  await using world = await testWorld();
  const shop = await world.client();
  const coffee = await world.product();
  await world.pool(coffee, 500, 1);
  const late = await shop.makeOrder({ product_id: coffee.id, face: 500, ttl: 60 });
  world.clock.forward('60 s');
  await world.settle();
  assert.equal((await shop.getStatus(late))['reason'], 'cancelled');
  const inTime = await shop.makeOrder({ product_id: coffee.id, face: 500, ttl: 60 });
  world.clock.forward('59 s');
  await world.settle();
  assert.equal((await shop.getStatus(inTime))['status'], 'ok');
});

test('an order with date_send is issued at once, and its letter sent at that time', async () => {
  await using world = await testWorld();
  const shop = await world.client();
  const coffee = await world.product({ scheme: 'platform' });
  const id = await shop.makeOrder({
    product_id: coffee.id,
    face: 500,
    email_to: 'anna@mail.example',
    // 12:30 in Moscow; the world's clock shows 12:00.
    date_send: '2026-11-21T14:30:00+05:00',
  });
  await world.settle();
  assert.equal((await shop.getStatus(id))['status'], 'ok');
  assert.equal(shop.told(id).length, 1);
  world.clock.forward('1799 s');
  await world.settle();
  assert.equal(world.mail.letters.length, 0);
  world.clock.forward('1 s');
  await world.settle();
  assert.equal(world.mail.letters.length, 1);
});

test('date_send is exact at both changes of summer time', async () => {
  await using world = await testWorld();
  const shop = await world.client();
  const coffee = await world.product({ scheme: 'platform' });
  const instants = {
    '2027-03-28T01:59:59+01:00': '2027-03-28T00:59:59Z',
    '2027-03-28T03:00:00+02:00': '2027-03-28T01:00:00Z',
    '2027-10-31T02:30:00+02:00': '2027-10-31T00:30:00Z',
    '2027-10-31T02:30:00+01:00': '2027-10-31T01:30:00Z',
  };
  for (const date_send of Object.keys(instants)) {
    await shop.makeOrder({ product_id: coffee.id, face: 500, email_to: 'anna@mail.example', date_send });
  }
  await world.settle();
  for (const [sent, instant] of Object.values(instants).entries()) {
    const seconds = (Date.parse(instant) - world.clock.now().getTime()) / 1000;
    world.clock.forward(`${seconds - 1} s`);
    await world.settle();
    assert.equal(world.mail.letters.length, sent, `a second before ${instant}`);
    world.clock.forward('1 s');
    await world.settle();
    assert.equal(world.mail.letters.length, sent + 1, instant);
  }
});

test('the legacy date_send is Moscow time, and only for clients registered before 1 February 2023', async () => {
  await using world = await testWorld();
  const coffee = await world.product({ scheme: 'platform' });
  const ask = (date: string) => ({
    product_id: coffee.id,
    face: 500,
    email_to: 'anna@mail.example',
    date_send: date,
  });
  const young = await world.client({ registeredAt: new Date('2023-02-01T00:00:00+03:00') });
  const wrong = { code: 3601, text: 'fields filled incorrectly: date_send' };
  assert.partialDeepStrictEqual(await young.refusedOrder(ask('2026-11-21 13:00:00')), wrong);
  const old = await world.client({ registeredAt: new Date('2023-01-31T23:59:59+03:00') });
  assert.partialDeepStrictEqual(
    await old.refusedOrder(ask('2026-11-21 12:00:00')),
    wrong,
    'not in the future',
  );
  await old.makeOrder(ask('2026-11-21 13:00:00'));
  await world.settle();
  assert.equal(world.mail.letters.length, 0);
  world.clock.forward('1 h');
  await world.settle();
  assert.equal(world.mail.letters.length, 1);
});

test("validity is unlimited, a fixed day or Moscow days from issue; the code's own expiry takes precedence", async () => {
  // A second before midnight in Moscow.
  await using world = await testWorld({}, '2026-12-31T23:59:59+03:00');
  const shop = await world.client();
  const products = [
    await world.product(),
    await world.product({ validity: { is: 'fixed', until: '2027-02-28' } }),
    await world.product({ validity: { is: 'days', days: 30 } }),
    await world.product({ validity: { is: 'days', days: 30 } }),
  ];
  for (const product of products.slice(0, 3)) await world.pool(product, 500, 1);
  await world.pool(products[3] ?? assert.fail(), 500, [{ number: 'OWN-1', pin: '', expiry: '2027-06-01' }]);
  const expected = [null, '2027-02-28 23:59:59', '2027-01-30 23:59:59', '2027-06-01 23:59:59'];
  for (const [index, product] of products.entries()) {
    const id = await shop.makeOrder({ product_id: product.id, face: 500 });
    await world.settle();
    assert.equal((await shop.getStatus(id))['expire_date'], expected[index]);
    assert.equal((await shop.getCode(id)).expire_date, expected[index]);
  }
});

test('a callback is repeated after 1, 2, 5, 15, 30, 60 and 120 minutes with the same bytes, and no more', async () => {
  await using world = await testWorld();
  const shop = await world.client();
  const coffee = await world.product({ scheme: 'platform' });
  world.callbacks.answer(200, 'OK\n');
  const id = await shop.makeOrder({ product_id: coffee.id, face: 500, uuid: 'deaf' });
  await world.settle();
  for (const [index, minutes] of [1, 2, 5, 15, 30, 60, 120].entries()) {
    assert.equal(shop.told(id).length, index + 1);
    world.clock.forward(`${minutes * 60_000 - 1} ms`);
    await world.settle();
    assert.equal(shop.told(id).length, index + 1, `not before ${minutes} minutes`);
    world.clock.forward('1 ms');
    await world.settle();
  }
  world.clock.forward('40 d');
  await world.settle();
  const told = shop.told(id);
  assert.equal(told.length, 8);
  assert.equal(new Set(told.map(({ body, messageId }) => messageId + body)).size, 1);
});
