import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeOrderRequest } from '../../src/orders/read-order.ts';
import { testWorld } from '../support/test-world.ts';

test('an order whose uuid is known returns the first id and queues nothing, before and after issue', async () => {
  await using world = await testWorld();
  const shop = await world.client();
  const coffee = await world.product();
  await world.pool(coffee, 1000, 3);
  const ask = { product_id: coffee.id, face: 1000, uuid: 'order-1', email_to: 'anna@mail.example', ttl: 60 };
  const id = await shop.makeOrder(ask);
  assert.equal(await shop.makeOrder(ask), id);
  await world.settle();
  world.clock.forward('40 d');
  assert.equal(await shop.makeOrder(ask), id);
  await world.settle();
  assert.equal(world.mail.letters.length, 1);
  assert.equal(shop.told(id).length, 1);
  assert.equal(await shop.getBalance(), 99_000);
});

test('field order, numbers as strings and explicit defaults do not change the parameters', async () => {
  await using world = await testWorld();
  const shop = await world.client();
  const coffee = await world.product({ scheme: 'platform' });
  const id = await shop.makeOrder({
    product_id: coffee.id,
    face: 1000,
    uuid: 'u',
    ttl: 120,
    external_id: '7',
  });
  const same = [
    { uuid: 'u', external_id: '7', ttl: '120', face: '1000', product_id: String(coffee.id) },
    { product_id: coffee.id, face: 1000.0, uuid: 'u', ttl: 120, external_id: 7, code: 'API' },
    {
      product_id: coffee.id,
      face: 1000,
      uuid: 'u',
      ttl: 120,
      external_id: '7',
      text: '',
      delivery_type: 'email',
    },
    { product_id: coffee.id, face: 1000, uuid: 'u', ttl: 120, external_id: '7', email_to: null, unknown: 1 },
  ];
  for (const ask of same) assert.equal(await shop.makeOrder(ask), id);
  const others = [
    { face: 500 },
    { ttl: 121 },
    { external_id: '07' },
    { text: 'x' },
    { code: 'API2' },
    { testmode: 1 },
    { email_from: 'masha@mail.example' },
    { email_to: 'anna@mail.example' },
    { from: 'x' },
    { to: 'x' },
    { to_phone: '79001234567' },
    { date_send: `${new Date(world.clock.now().getTime() + 3_600_000).toISOString().slice(0, 19)}Z` },
    { comment: 'x' },
    { delivery_type: 'link' },
    { callback: 'https://shop.example/x' },
    { product_id: (await world.product({ scheme: 'platform' })).id },
  ];
  const changed = new Set(others.flatMap((change) => Object.keys(change)));
  assert.deepEqual([...changed, 'uuid'].toSorted(), Object.keys(makeOrderRequest).toSorted());
  for (const change of others) {
    const ask = { product_id: coffee.id, face: 1000, uuid: 'u', ttl: 120, external_id: '7', ...change };
    assert.equal((await shop.refusedOrder(ask)).code, 1207, JSON.stringify(change));
  }
  await world.settle();
});

test('the same uuid from another client is a different order', async () => {
  await using world = await testWorld();
  const coffee = await world.product({ scheme: 'platform' });
  const ask = { product_id: coffee.id, face: 500, uuid: 'mine' };
  const ids = await Promise.all(
    [await world.client(), await world.client()].map((client) => client.makeOrder(ask)),
  );
  assert.equal(new Set(ids).size, 2);
  await world.settle();
});

test('a refused order does not use up its uuid', async () => {
  await using world = await testWorld();
  const shop = await world.client({ balanceRoubles: 400 });
  const coffee = await world.product({ monthlyOrdersLimit: 1 });
  const ask = (changes: object) => ({ product_id: coffee.id, face: 500, uuid: 'again', ...changes });
  assert.equal(
    (await shop.refusedOrder(ask({ product_id: 1 }))).text,
    'fields filled incorrectly: product_id',
  );
  assert.equal((await shop.refusedOrder(ask({ face: 501 }))).text, 'fields filled incorrectly: face');
  assert.equal((await shop.refusedOrder(ask({}))).code, 3601, 'sold out');
  await world.pool(coffee, 500, 2);
  assert.equal((await shop.refusedOrder(ask({}))).code, 5000);
  await world.pay(shop, 600);
  const id = await shop.makeOrder(ask({ comment: 'now it goes' }));
  await world.settle();
  assert.equal((await shop.getStatus(id))['status'], 'ok');
  assert.equal((await shop.refusedOrder(ask({ uuid: 'next' }))).code, 1102);
});

test('a failed order keeps its uuid: a repeat returns its id', async () => {
  await using world = await testWorld();
  const shop = await world.client({ balanceRoubles: 500 });
  const coffee = await world.product({ scheme: 'platform' });
  const ask = { product_id: coffee.id, face: 500, uuid: 'late' };
  const late = await shop.makeOrder(ask);
  // Its money is taken before it is issued.
  await world.pay(shop, -500);
  await world.settle();
  assert.equal((await shop.getStatus(late))['status'], 'error');
  await world.pay(shop, 1000);
  assert.equal(await shop.makeOrder(ask), late);
  await world.settle();
  assert.equal((await shop.getStatus(late))['status'], 'error');
});
