import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setProduct } from '../../src/catalog/set-product.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';
import type { TestClient } from '../support/test-client.ts';

/** All worlds of these tests begin on 21 November 2026. */
const noDays = { minValidityDays: 0 };

async function facesOf(shop: TestClient, productId: number): Promise<number[]> {
  const { data } = await shop.call('getProducts');
  const product = (data as { id: string; faces: number[] }[]).find(({ id }) => id === String(productId));
  return product?.faces ?? [];
}

const code = (number: string, expiry: string) => ({ number, pin: '', expiry });

async function issued(world: TestWorld, shop: TestClient, ask: object) {
  const id = await shop.makeOrder(ask);
  await world.settle();
  const { code: number, expire_date: ends } = await shop.getCode(id);
  return [number, ends];
}

test('a face whose codes end within a week is not offered, and its order is refused before acceptance', async () => {
  await using world = await testWorld();
  const shop = await world.client();
  const coffee = await world.product();
  await world.pool(coffee, 500, [code('EARLY', '2026-11-27')]);
  await world.pool(coffee, 1000, [code('LAST-DAY', '2026-11-28')]);
  assert.deepEqual(await facesOf(shop, coffee.id), [1000]);
  const ask = { product_id: coffee.id, face: 500 };
  assert.partialDeepStrictEqual(await shop.refusedOrder(ask), {
    code: 3601,
    text: 'fields filled incorrectly: face',
  });
  assert.deepEqual(await issued(world, shop, { ...ask, face: 1000 }), ['LAST-DAY', '2026-11-28 23:59:59']);
  // The minimum is the product's, and a change takes effect at once.
  await transaction(world.ctx.db, (tx) => setProduct(tx, coffee.id, noDays, world.clock.now()));
  assert.deepEqual(await issued(world, shop, ask), ['EARLY', '2026-11-27 23:59:59']);
});

test('expired codes are not offered, whatever the minimum validity', async () => {
  await using world = await testWorld();
  const shop = await world.client();
  const coffee = await world.product(noDays);
  await world.pool(coffee, 500, [code('YESTERDAY', '2026-11-22')]);
  world.clock.forward('2 d');
  assert.deepEqual(await facesOf(shop, coffee.id), []);
  assert.equal((await shop.refusedOrder({ product_id: coffee.id, face: 500 })).code, 3601);
});

test('codes that expire first are sold first, and a gift for later gets a code that lasts', async () => {
  await using world = await testWorld();
  const shop = await world.client();
  const coffee = await world.product();
  await world.pool(coffee, 500, [
    code('LONG', '2028-01-31'),
    code('SHORT', '2026-12-31'),
    { number: 'ENDLESS', pin: '' },
    code('MIDDLE', '2027-02-28'),
  ]);
  const ask = { product_id: coffee.id, face: 500, email_to: 'olga@recipient.example' };
  const inSixtyDays = { ...ask, date_send: '2027-01-20T12:00:00+03:00' };
  assert.deepEqual(await issued(world, shop, inSixtyDays), ['MIDDLE', '2027-02-28 23:59:59']);
  for (const number of ['SHORT', 'LONG', 'ENDLESS'])
    assert.equal((await issued(world, shop, ask))[0], number);
});

test('a date_send after the expiry date is refused with 3601', async () => {
  await using world = await testWorld();
  const shop = await world.client();
  const dateSend = { error: { code: 3601, text: 'fields filled incorrectly: date_send' } }.error;
  const pool = await world.product();
  await world.pool(pool, 500, [code('JANUARY', '2027-01-26')]);
  const fixed = await world.product({
    scheme: 'platform',
    validity: { is: 'fixed', until: '2027-01-26' },
  });
  for (const product of [pool, fixed]) {
    const ask = { product_id: product.id, face: 500, email_to: 'olga@recipient.example' };
    assert.partialDeepStrictEqual(
      await shop.refusedOrder({ ...ask, date_send: '2027-01-20T00:00:00+03:00' }),
      dateSend,
    );
    const ends = (await issued(world, shop, { ...ask, date_send: '2027-01-19T23:59:59+03:00' }))[1];
    assert.equal(ends, '2027-01-26 23:59:59');
  }
  world.clock.forward('61 d');
  assert.deepEqual(await facesOf(shop, fixed.id), []);
  assert.equal(
    (await shop.refusedOrder({ product_id: fixed.id, face: 500 })).text,
    'fields filled incorrectly: face',
  );
  await world.settle();
});

test('days of validity count from the delivery', async () => {
  await using world = await testWorld();
  const shop = await world.client();
  const made = await world.product({ scheme: 'platform', validity: { is: 'days', days: 30 } });
  const pooled = await world.product({ validity: { is: 'days', days: 30 } });
  await world.pool(pooled, 500, 2);
  for (const { id } of [made, pooled]) {
    const ask = { product_id: id, face: 500, email_to: 'olga@recipient.example' };
    assert.equal((await issued(world, shop, ask))[1], '2026-12-21 23:59:59');
    const later = { ...ask, date_send: '2027-01-20T12:00:00+03:00' };
    assert.equal((await issued(world, shop, later))[1], '2027-02-19 23:59:59');
  }
  world.clock.forward('61 d');
  await world.settle();
});

test('a delayed order for a later date waits for codes that last, and does not hold up others', async () => {
  await using world = await testWorld();
  const shop = await world.client({ delayedMode: true });
  const coffee = await world.product();
  const ask = { product_id: coffee.id, face: 500, email_to: 'olga@recipient.example' };
  const forLater = await shop.makeOrder({ ...ask, date_send: '2027-01-20T12:00:00+03:00' });
  world.clock.forward('1 s');
  const forNow = await shop.makeOrder(ask);
  await world.pool(coffee, 500, [code('SOON', '2026-12-31')]);
  await world.settle();
  assert.equal((await shop.getStatus(forLater))['status'], 'delayed');
  assert.equal((await shop.getCode(forNow)).code, 'SOON');
  await world.pool(coffee, 500, [code('LATER', '2027-12-31')]);
  await world.settle();
  assert.equal((await shop.getCode(forLater)).code, 'LATER');
  world.clock.forward('61 d');
  await world.settle();
});

test('a code that expires before its order could be issued is not sold', async () => {
  await using world = await testWorld();
  const shop = await world.client();
  const coffee = await world.product();
  await world.pool(coffee, 500, [code('GONE', '2026-12-01')]);
  const id = await shop.makeOrder({ product_id: coffee.id, face: 500 });
  const lucky = await world.product();
  await world.pool(lucky, 500, [code('ENDED', '2026-12-01'), code('LASTS', '2027-12-31')]);
  const luckyId = await shop.makeOrder({ product_id: lucky.id, face: 500 });
  world.clock.forward('11 d');
  await world.settle();
  assert.equal((await shop.getStatus(id))['error_code'], 3601);
  assert.equal((await shop.getCode(luckyId)).code, 'LASTS');
});
