import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBalance } from '../../src/ledger/balance.ts';
import { reverseTopUp, topUp } from '../../src/ledger/top-up.ts';
import { eachMovement, readStatement } from '../../src/ledger/statement.ts';
import { dayAfter, moscowDay } from '../../src/platform/time/moscow-time.ts';
import type { TestClient } from '../support/test-client.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const book = (world: TestWorld, shop: TestClient, reference: string, roubles: number) =>
  topUp(
    world.cellOf(shop).db,
    { clientId: shop.id, amountKopecks: roubles * 100, reference, note: '' },
    world.clock.now(),
  );

const reverse = (world: TestWorld, shop: TestClient, reference: string) =>
  reverseTopUp(
    world.cellOf(shop).db,
    { clientId: shop.id, reference, reason: 'another client paid' },
    world.clock.now(),
  );

const fundsOf = async (world: TestWorld, shop: TestClient) =>
  (await findBalance(world.cellOf(shop).db, shop.id))?.fundsKopecks;

test('a payment is booked once, also if repeated concurrently', async () => {
  await using world = await testWorld();
  const shop = await world.client({ balanceRoubles: 0 });
  const other = await world.client({ balanceRoubles: 0 });
  const booked = await Promise.all(Array.from({ length: 8 }, () => book(world, shop, '42', 1000)));
  assert.equal(booked.filter(({ is }) => is === 'booked').length, 1);
  assert.equal(booked.filter(({ is }) => is === 'booked-before').length, 7);
  assert.equal(await fundsOf(world, shop), 100_000);
  assert.partialDeepStrictEqual(await book(world, shop, '42', 999), {
    is: 'other-amount',
    amountKopecks: 100_000,
  });
  assert.equal((await book(world, other, '42', 999)).is, 'booked', "another client's payment");
  assert.equal(await fundsOf(world, shop), 100_000);
});

test('a top-up is reversed once, and spent money becomes a shortfall that stops further orders', async () => {
  await using world = await testWorld();
  const shop = await world.client({ balanceRoubles: 0 });
  const coffee = await world.product({ scheme: 'platform' });
  await book(world, shop, '42', 1000);
  await shop.makeOrder({ product_id: coffee.id, face: 500 });
  await world.settle();
  assert.deepEqual(await reverse(world, shop, '41'), { is: 'unknown' });
  const outcomes = await Promise.all([reverse(world, shop, '42'), reverse(world, shop, '42')]);
  assert.deepEqual(outcomes.map(({ is }) => is).toSorted(), ['reversed', 'reversed-before']);
  assert.equal(await fundsOf(world, shop), -50_000);
  assert.equal((await shop.refusedOrder({ product_id: coffee.id, face: 500 })).code, 5000);
  assert.equal((await book(world, shop, '42', 1000)).is, 'reversed', 'its reference is used up');
  await book(world, shop, '43', 1000);
  assert.equal(await fundsOf(world, shop), 50_000);
});

test('opening balance, movements and closing balance of a statement add up over periods', async () => {
  await using world = await testWorld();
  const shop = await world.client({ balanceRoubles: 0 });
  const coffee = await world.product({ scheme: 'platform' });
  await book(world, shop, '42', 2000);
  await shop.makeOrder({ product_id: coffee.id, face: 500 });
  await world.settle();
  const day = moscowDay(world.clock.now());
  world.clock.forward('1 d');
  await book(world, shop, '43', 100);
  await reverse(world, shop, '43');
  const read = async (from: string, to: string) =>
    (await readStatement(world.home.db, { clientId: shop.id, from, to })) ?? assert.fail();
  assert.equal(await readStatement(world.home.db, { clientId: 1, from: day, to: day }), null);
  const first = await read('2020-01-01', dayAfter(day, 1));
  assert.partialDeepStrictEqual(first, { openingKopecks: 0, closingKopecks: 150_000, movements: 2 });
  const ask = { clientId: shop.id, from: '2020-01-01', to: dayAfter(day, 1) };
  const lines = await Array.fromAsync(eachMovement(world.home.db, { ...ask, ...first }));
  assert.deepEqual(
    lines.map(({ kind, amountKopecks, balanceKopecks }) => [kind, amountKopecks, balanceKopecks]),
    [
      ['top_up', 200_000, 200_000],
      ['hold', -50_000, 150_000],
    ],
  );
  const second = await read(dayAfter(day, 1), dayAfter(day, 9));
  assert.partialDeepStrictEqual(second, {
    openingKopecks: first.closingKopecks,
    closingKopecks: await fundsOf(world, shop),
    movements: 2,
  });
});
