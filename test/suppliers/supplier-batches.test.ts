import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testWorld } from '../support/test-world.ts';
import { exchangesOf, suppliedProduct } from './supplied-world.ts';

const orders = 12;

test('an order whose result the database refuses harms no other of its batch and loses nothing', async () => {
  await using world = await testWorld();
  // Long enough for a busy machine: a call that times out would be repeated later.
  await using tea = await suppliedProduct(world, { timeoutMs: 20_000 });
  const shop = await world.client();
  const ids = await Promise.all(
    Array.from({ length: orders }, () => shop.makeOrder({ product_id: tea.id, face: 500 })),
  );
  const bad = ids[orders / 2] as number;
  await world
    .cellOf(shop)
    .db.query(`alter table certificates add constraint refused check (request_id <> ${bad})`);
  await world.settle();
  const states = await Promise.all(ids.map(async (id) => (await shop.getStatus(id))['status']));
  assert.deepEqual(
    states,
    ids.map((id) => (id === bad ? 'processing' : 'ok')),
  );
  assert.equal(tea.supplier.ledger.size, orders);

  await world.cellOf(shop).db.query(`alter table certificates drop constraint refused`);
  // Its lease ends, and the supplier is called again with the same request_id.
  world.clock.forward('4 min');
  await world.settle();
  assert.equal((await shop.getStatus(bad))['status'], 'ok');
  assert.equal((await exchangesOf(world, bad))[0]?.state, 'done');
  assert.equal(tea.supplier.ledger.size, orders);
  assert.equal(await shop.getBalance(), 100_000 - orders * 500);
});
