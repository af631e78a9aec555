/** The way of orders on a real cluster of Citus. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutCitus } from '../support/citus-database.ts';
import { clusterWorld } from '../support/cluster-world.ts';

test('orders are sold, mailed and called back in cells of each node', { skip: withoutCitus }, async () => {
  await using world = await clusterWorld({ FACEVALUE_LOG: 'error' });
  const ours = await world.product({ scheme: 'platform' });
  for (let cell = 1; cell <= 4; cell += 1) {
    const shop = await world.client();
    const order = await shop.makeOrder({ product_id: ours.id, face: 500, email_to: 'anna@mail.example' });
    await world.settle();
    const { status, link } = await shop.getStatus(order);
    assert.equal(status, 'ok');
    assert.equal(shop.told(order).length, 1);
    assert.equal((await fetch(String(link), { method: 'POST' })).status, 200);
  }
  assert.equal(world.mail.letters.length, 4);
});
