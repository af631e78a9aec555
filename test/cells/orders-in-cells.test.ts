/** Behind its acceptance, an order goes its whole way in the cell of its client. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { cellOfId } from '../../src/platform/cells/cell-ids.ts';
import { startWorkers } from '../../src/workers.ts';
import { testWorld } from '../support/test-world.ts';

const patienceMs = 60_000;
const email = 'anna@mail.example';

test('an order is issued, mailed and called back in the cell of its client', async () => {
  await using world = await testWorld({ FACEVALUE_TEST_CELLS: '3' });
  const product = await world.product({ scheme: 'platform' });
  await world.client();
  const shop = await world.client();
  const id = await shop.makeOrder({ product_id: product.id, face: 500, email_to: email });
  assert.equal(cellOfId(id), 2);
  await world.settle();

  const { rows } = await world.cellOf(shop).db.query(`select state from requests where id = $1`, [id]);
  assert.deepEqual(rows, [{ state: 'issued' }]);
  assert.equal(world.mail.letters.length, 1);
  assert.equal(shop.told(id)[0]?.status, 'ok');
});

test('the workers of one process notice the orders of all cells', async () => {
  await using world = await testWorld({ FACEVALUE_TEST_CELLS: '3' });
  const product = await world.product({ scheme: 'platform' });
  const shops = [await world.client(), await world.client(), await world.client()];
  const running = startWorkers(world.ctx);
  const ids: number[] = [];
  for (const shop of shops)
    ids.push(await shop.makeOrder({ product_id: product.id, face: 500, email_to: email }));
  const told = () => shops.filter((shop, place) => shop.told(ids[place] ?? 0).length === 1).length;
  const beganMs = performance.now();
  const isDone = () => told() === 3 && world.mail.letters.length === 3;
  while (!isDone() && performance.now() - beganMs < patienceMs) await sleep(20);
  await running.stop();
  assert.deepEqual(ids.map(cellOfId), [1, 2, 3]);
  assert.equal(told(), 3);
  assert.equal(world.mail.letters.length, 3);
});
