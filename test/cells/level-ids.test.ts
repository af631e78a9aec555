/** Lists of all clients are in the order of time, whatever cells their orders are in. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { levelIds } from '../../src/orders/dealing/level-ids.ts';
import { listOrdersOfAll } from '../../src/reports/orders-of-all.ts';
import { testWorld } from '../support/test-world.ts';

const inCells = { FACEVALUE_TEST_CELLS: '3' };
const newest = { which: 'issued', productId: null, fromKey: null, direction: 'older', limit: 10 } as const;

test('an order of a cell that sold nothing comes before those that others sold earlier', async () => {
  await using world = await testWorld(inCells);
  const product = await world.product();
  await world.pool(product, 500, 12);
  const [busy, idle] = [await world.client(), await world.client()];
  const order = async (shop: typeof busy): Promise<void> => {
    await shop.makeOrder({ product_id: product.id, face: 500 });
    await world.settle();
  };
  for (let count = 0; count < 5; count += 1) await order(busy);
  await Promise.all([levelIds(world.ctx), levelIds(world.ctx)]);
  await order(idle);
  await levelIds(world.ctx);
  await order(busy);
  const { rows } = await listOrdersOfAll(world.ctx, newest);
  assert.deepEqual(
    rows.slice(0, 3).map(({ clientId }) => clientId),
    [busy.id, idle.id, busy.id],
  );
  const times = rows.map(({ acceptedAt }) => acceptedAt.getTime());
  assert.deepEqual(
    times,
    times.toSorted((one, other) => other - one),
  );
});

test('where all are level nothing is drawn', async () => {
  await using world = await testWorld(inCells);
  await levelIds(world.ctx);
  const before = await positions(world.all);
  await levelIds(world.ctx);
  assert.deepEqual(await positions(world.all), before);
});

const positions = async (db: { query: (text: string) => Promise<{ rows: unknown[] }> }): Promise<unknown[]> =>
  (
    await db.query(
      `select schemaname, sequencename, last_value from pg_sequences where schemaname like 'cell%' order by 1, 2`,
    )
  ).rows;
