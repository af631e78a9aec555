import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureFailures } from '../../src/suppliers/alerts/measure-failures.ts';
import { rowsOfAll } from '../support/rows-of-all.ts';
import { testWorld } from '../support/test-world.ts';
import { minutes, operator, settings, shopMail, told } from './told-digests.ts';

test('abandoned callbacks are reported to their client', async () => {
  await using world = await testWorld(settings);
  const client = await world.client({ contactMail: shopMail });
  const product = await world.product({ scheme: 'platform' });
  world.callbacks.answer(500, 'no');
  await client.makeOrder({ product_id: product.id, face: 500 });
  for (const wait of [0, 1, 2, 5, 15, 30, 60, 120, 5]) await minutes(world, wait);
  assert.deepEqual(told(world), [
    `${shopMail}: Обратные вызовы не приняты: 1`,
    `${operator}: Обратные вызовы не приняты: 1`,
  ]);
});

test('a receiver that accepts callbacks again is reported once to its client', async () => {
  await using world = await testWorld(settings);
  const [client, other] = [await world.client({ contactMail: shopMail }), await world.client()];
  const product = await world.product({ scheme: 'platform' });
  const order = (of: typeof client): Promise<number> => of.makeOrder({ product_id: product.id, face: 500 });
  const again = (): string[] => told(world).filter((line) => line.includes('снова принимаются'));
  world.callbacks.answer(500, 'no');
  await order(client);
  for (const wait of [0, 1, 2, 5, 15, 30, 60, 120, 5]) await minutes(world, wait);
  const rows = await rowsOfAll<{ clientId: number }>(
    world,
    `select client_id as "clientId" from failed_receivers where recovered_at is null`,
  );
  assert.deepEqual(rows, [{ clientId: client.id }]);
  assert.deepEqual(again(), []);
  world.callbacks.answer(200, 'OK');
  await order(other);
  await order(client);
  await world.settle();
  await minutes(world, 5);
  const letters = [
    `${shopMail}: Обратные вызовы снова принимаются: 1`,
    `${operator}: Обратные вызовы снова принимаются: 1`,
  ];
  assert.deepEqual(again(), letters);
  await order(client);
  await world.settle();
  await minutes(world, 120);
  assert.deepEqual(again(), letters, 'once');
  const measured = await measureFailures(world.ctx, world.clock.now());
  assert.ok(!measured.some(({ kind }) => kind === 'callbacks-accepted-again'), 'it is no failure');
});
