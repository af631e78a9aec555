import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Worker } from '../../src/platform/process/loop.ts';
import { createWorkers } from '../../src/workers.ts';
import { queuesOf } from '../support/settle-queues.ts';
import { testWorld } from '../support/test-world.ts';

const never = ['select from {cell}.requests where false'];
const always = ['select'];

/** Does something in each of so many rounds, and counts them all. */
function countedWorker(due: readonly string[], busyRounds: number) {
  const counts = { rounds: 0, drains: 0 };
  const worker: Worker = {
    name: 'counted',
    idleMs: 1000,
    due,
    round() {
      counts.rounds += 1;
      return Promise.resolve(counts.rounds <= busyRounds ? 1 : 0);
    },
    drain() {
      counts.drains += 1;
      return Promise.resolve();
    },
  };
  return { worker, counts };
}

test('settled queues ask who has something due until it finds nothing, and who says nothing of that at least once', async () => {
  await using world = await testWorld();
  const onlyWorker = async (due: readonly string[], busyRounds: number) => {
    const { worker, counts } = countedWorker(due, busyRounds);
    await queuesOf(world.ctx, [worker]).settle();
    assert.equal(counts.drains, counts.rounds);
    return counts.rounds;
  };
  // Without cells everything that says what is due is looked at; with cells, only queues of the cells.
  if (world.ctx.cells.length === 0) assert.equal(await onlyWorker(never, 3), 0);
  assert.equal(await onlyWorker(always, 3), 4);
  assert.equal(await onlyWorker([], 3), 4);
  assert.equal(await onlyWorker([], 0), 1);
});

test('a queue that finds work where the look sees none is named', async () => {
  await using world = await testWorld();
  const { cells } = world.ctx;
  const ofEach = (due: readonly string[], busyRounds: number) =>
    Array.from({ length: Math.max(cells.length, 1) }, () => countedWorker(due, busyRounds).worker);
  const overlooked = (workers: readonly Worker[]) => queuesOf(world.ctx, workers).overlooked();
  assert.deepEqual(
    await overlooked(ofEach(never, 1)),
    ofEach(never, 1).map(({ name }) => name),
  );
  assert.deepEqual(await overlooked(ofEach(never, 0)), []);
  assert.deepEqual(await overlooked(ofEach(always, 1)), []);
  assert.deepEqual(await overlooked(ofEach([], 1)), []);
});

test('an order passes all queues while the queues of its world are settled once', async () => {
  await using world = await testWorld();
  const shop = await world.client();
  const coffee = await world.product();
  await world.pool(coffee, 500, 1);
  const id = await shop.makeOrder({ product_id: coffee.id, face: 500, email_to: 'anna@mail.example' });
  await world.settle();
  assert.equal((await shop.getStatus(id))['status'], 'ok');
  assert.equal(world.mail.letters.length, 1);
  assert.equal(shop.told(id).length, 1);
  assert.deepEqual(await queuesOf(world.ctx, createWorkers(world.ctx)).overlooked(), []);
});
