/** Commands about clients and orders find the cell; what lists all asks each. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellOfId } from '../../src/platform/cells/cell-ids.ts';
import { json } from '../commands/run-commands.ts';
import { testWorld } from '../support/test-world.ts';

test('clients are added to the emptiest cell, and found in theirs', async () => {
  await using world = await testWorld({ FACEVALUE_TEST_CELLS: '3' });
  const installation = { url: world.databaseUrl };
  const say = (...args: string[]) => json(installation, ...args);
  const known = await world.client({ testMode: true });
  const added = [];
  for (const name of ['Second', 'Third', 'Fourth']) added.push(await addClient(name));
  assert.deepEqual(
    added.map((id) => cellOfId(id)),
    [2, 3, 1],
  );
  const { clients } = (await say('client', 'list')) as { clients: { id: number }[] };
  assert.deepEqual(
    clients.map(({ id }) => id),
    [known.id, ...added].toSorted((one, other) => one - other),
  );
  const second = String(added[0]);
  await say('client', 'top-up', second, '300', '--reference', 'P-1');
  assert.partialDeepStrictEqual(await say('client', 'show', second), {
    client: { name: 'Second', balance: 300 },
  });
  assert.partialDeepStrictEqual(await say('client', 'key', 'rotate', second), { client: { key_version: 2 } });
  assert.partialDeepStrictEqual(await say('client', 'statement', second), { closing: 300 });
  assert.partialDeepStrictEqual(await say('key', 'show'), { clients: { in_use: 4 } });

  const product = await world.product();
  const id = await known.makeOrder({ product_id: product.id, face: 500, email_to: 'anna@recipient.example' });
  await world.settle();
  assert.partialDeepStrictEqual(await say('order', 'list'), { orders: [{ id, client_id: known.id }] });
  assert.partialDeepStrictEqual(await say('order', 'show', String(id)), {
    orders: [{ id, state: 'issued' }],
  });
  assert.partialDeepStrictEqual(await say('order', 'move-clock', String(id), '60'), { ahead_seconds: 60 });
  await say('callback', 'replay', String(id));
  assert.partialDeepStrictEqual(await say('callback', 'list'), {
    callbacks: [{ request_id: id, state: 'due' }],
  });
  await world.settle();

  async function addClient(name: string): Promise<number> {
    const { client } = (await say('client', 'add', '--name', name)) as { client: { id: number } };
    return client.id;
  }
});
