import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addFile } from '../../../src/orders/bulk/add-file.ts';
import { createBulkReader } from '../../../src/orders/bulk/read-bulk.ts';
import { fromShell } from '../../../src/people/access/principal.ts';
import type { TestClient } from '../../support/test-client.ts';
import { bulkOf, csvSheet } from '../../support/bulk-world.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const bytes = csvSheet(['Товар', 'Номинал', 'Доставка'], [[1, 500, 'link']]);

async function add(world: TestWorld, { id }: TestClient, name: string): Promise<number> {
  const file = { clientId: id, name, bytes: Buffer.concat([bytes, Buffer.from(`\n${name}`)]) };
  const added = await addFile(world.cellOf({ id }).db, world.ctx.keyring, fromShell, file, world.clock.now());
  assert.ok(added.is === 'added');
  return added.bulkId;
}

const wasRead = (world: TestWorld, { id }: TestClient, bulkId: number, ms: number) =>
  world
    .cellOf({ id })
    .db.query(`update bulk_orders set read_ms = $3, read_at = $4 where client_id = $1 and id = $2`, [
      id,
      bulkId,
      ms,
      world.clock.now(),
    ]);

const state = async (world: TestWorld, { id }: TestClient, bulkId: number): Promise<string> =>
  (await bulkOf(world, id, bulkId)).state;

test('clients take turns by what reading for them took, whoever came first', async () => {
  await using world = await testWorld();
  const busy = await world.client();
  const other = await world.client();
  const old = await add(world, busy, 'old');
  await world.settle();
  await wasRead(world, busy, old, 100_000);
  const waiting = await add(world, busy, 'waiting');
  world.clock.forward('1 s');
  const mine = await add(world, other, 'mine');
  const reader = createBulkReader(world.cellOf(other));
  await reader.round();
  assert.deepEqual(
    [await state(world, busy, waiting), await state(world, other, mine)],
    ['reading', 'preview'],
  );
  await reader.round();
  assert.equal(await state(world, busy, waiting), 'preview');
});

test('who has had its hour waits, and is no try', async () => {
  await using world = await testWorld();
  const client = await world.client();
  const old = await add(world, client, 'old');
  await world.settle();
  await wasRead(world, client, old, 300_000);
  const waiting = await add(world, client, 'waiting');
  await world.settle();
  for (let times = 0; times < 5; times += 1) {
    world.clock.forward('11 min');
    await world.settle();
    assert.equal(await state(world, client, waiting), 'reading');
  }
  world.clock.forward('11 min');
  await world.settle();
  assert.equal(await state(world, client, waiting), 'preview');
});

test('a file whose reading breaks off three times is not read again, and says so', async () => {
  await using world = await testWorld();
  const client = await world.client();
  const bulkId = await add(world, client, 'deadly');
  const dies = createBulkReader({
    ...world.cellOf(client),
    crashPoint: () => {
      throw new Error('The process dies.');
    },
  });
  for (let times = 0; times < 3; times += 1) {
    await assert.rejects(dies.round(), /dies/);
    assert.equal(await createBulkReader(world.cellOf(client)).round(), 0, 'its lease is not over');
    world.clock.forward('2 min');
  }
  await createBulkReader(world.cellOf(client)).round();
  const { state: now, problem, problemDetails } = await bulkOf(world, client.id, bulkId);
  assert.deepEqual([now, problem], ['cancelled', 'unreadable']);
  assert.equal(problemDetails, 'reading it broke off 3 times');
});

test('no two files of one client are read at once', async () => {
  await using world = await testWorld();
  const client = await world.client();
  const [first, second] = [await add(world, client, 'first'), await add(world, client, 'second')];
  const dies = createBulkReader({
    ...world.cellOf(client),
    crashPoint: () => {
      throw new Error('The process dies.');
    },
  });
  await assert.rejects(dies.round(), /dies/);
  assert.equal(await createBulkReader(world.cellOf(client)).round(), 0);
  const states = [await state(world, client, first), await state(world, client, second)];
  assert.deepEqual(states, ['reading', 'reading']);
  world.clock.forward('2 min');
  await world.settle();
});
