/** Orders that meet an empty shelf wait for the dealing: while a code lies anywhere, nobody is refused, nor asked to come again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addCodes, freshCodes } from '../support/arrange.ts';
import type { TestClient } from '../support/test-client.ts';
import { testWorld } from '../support/test-world.ts';

const inCells = { FACEVALUE_TEST_CELLS: '8' };
const shopCount = 16;
const connections = 24;
const orders = 500;

test('orders of all cells at once get every code of a pool that has just come', async () => {
  await using world = await testWorld(inCells);
  const product = await world.product();
  const shops: TestClient[] = [];
  while (shops.length < shopCount) shops.push(await world.client({ balanceRoubles: 1_000_000 }));
  const { db, keyring } = world.ctx;
  // Nobody has carried them to the cells yet.
  await addCodes({ db, keyring, now: () => world.clock.now() }, product, 500, freshCodes(orders));
  const answers: number[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < orders) {
      const shop = shops[next++ % shopCount];
      const answer = await shop?.call('makeOrder', { product_id: product.id, face: 500 });
      answers.push(answer?.error?.code ?? 0);
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  assert.deepEqual(
    answers.filter((code) => code !== 0),
    [],
  );
  await world.settle();
});
