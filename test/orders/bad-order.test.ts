import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tableIn } from '../support/table-in.ts';
import { testWorld } from '../support/test-world.ts';

const orders = 12;

test('an order that the database refuses to issue harms no other of its batch, and is tried again', async () => {
  await using world = await testWorld();
  const product = await world.product();
  await world.pool(product, 500, orders);
  const shop = await world.client();
  const ids: number[] = [];
  for (let count = 0; count < orders; count += 1) {
    ids.push(await shop.makeOrder({ product_id: product.id, face: 500 }));
  }
  // The first in the queue: it would be taken again and again.
  const [bad = 0, ...others] = ids;
  const certificates = tableIn(world.cellOf(shop), 'certificates');
  await world.ctx.db.query(`alter table ${certificates} add constraint refused check (request_id <> ${bad})`);
  await world.settle();
  for (const id of others) assert.equal((await shop.getStatus(id))['status'], 'ok');
  assert.equal((await shop.getStatus(bad))['status'], 'processing');

  await world.ctx.db.query(`alter table ${certificates} drop constraint refused`);
  world.clock.forward('1 min');
  await world.settle();
  assert.equal((await shop.getStatus(bad))['status'], 'ok');
  const codes = await Promise.all(ids.map(async (id) => (await shop.getCode(id)).code));
  assert.equal(new Set(codes).size, orders);
  assert.equal(await shop.getBalance(), 100_000 - orders * 500);
});
