/** Behind its acceptance, an order goes its whole way in the cell of its client. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { cellOfId } from '../../src/platform/cells/cell-ids.ts';
import { startWorkers } from '../../src/workers.ts';
import { testWorld } from '../support/test-world.ts';
import { placeInCell } from './place-in-cell.ts';

const patienceMs = 60_000;

test('an order is issued from the stock of its cell, mailed and called back', async () => {
  await using world = await testWorld({ FACEVALUE_TEST_CELLS: '3' });
  await world.client();
  const shop = await world.client();
  const id = await placeInCell(world, shop);
  assert.equal(cellOfId(id), 2);
  await world.settle();

  const { rows } = await world.cellOf(shop).db.query(`select state from requests where id = $1`, [id]);
  assert.deepEqual(rows, [{ state: 'issued' }]);
  assert.equal(world.mail.letters.length, 1);
  assert.equal(shop.told(id)[0]?.status, 'ok');
});

test('the workers of one process notice the orders of all cells', async () => {
  await using world = await testWorld({ FACEVALUE_TEST_CELLS: '3' });
  const shops = [await world.client(), await world.client(), await world.client()];
  const running = startWorkers(world.ctx);
  const ids: number[] = [];
  for (const shop of shops) ids.push(await placeInCell(world, shop));
  const told = () => shops.filter((shop, place) => shop.told(ids[place] ?? 0).length === 1).length;
  for (const beganMs = performance.now(); told() < 3 && performance.now() - beganMs < patienceMs;)
    await sleep(20);
  await running.stop();
  assert.deepEqual(ids.map(cellOfId), [1, 2, 3]);
  assert.equal(told(), 3);
  assert.equal(world.mail.letters.length, 3);
});
