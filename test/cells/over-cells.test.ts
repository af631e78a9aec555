/** Of all cells only those are asked that have something due. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ascending } from '../../src/platform/cells/merge.ts';
import { nodeLooks } from '../../src/platform/cells/look-at-cells.ts';
import { overCells } from '../../src/platform/cells/over-cells.ts';
import type { Database } from '../../src/platform/database/database.ts';
import type { Worker } from '../../src/platform/process/loop.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const due = [`select from {cell}.requests where state = 'queued' and due_at <= $1`];
const idleMs = 20;

/** A worker over the cells of the world, whose rounds call `ask`, and which cells it asked since. */
function counting(
  world: TestWorld,
  traits: Pick<Worker, 'due' | 'mostOfRound'>,
  ask: (cell: number) => Promise<number>,
  cells = world.ctx.cells,
) {
  const asked: number[] = [];
  const { log, clock } = world.ctx;
  const workers = cells.map((cell) => ({
    cell,
    worker: {
      name: 'counting',
      idleMs,
      ...traits,
      round() {
        asked.push(cell.cell);
        return ask(cell.cell);
      },
      drain: () => Promise.resolve(),
    },
  }));
  const looks = nodeLooks(
    workers.slice(0, 1).map((one) => one.worker),
    cells,
    () => clock.now(),
  );
  const worker = overCells(workers, { log, node: '', looks });
  return {
    worker,
    async askedIn(rounds: number): Promise<number[]> {
      for (let round = 0; round < rounds; round += 1) await worker.round();
      await worker.drain();
      return asked.splice(0).toSorted(ascending((cell: number) => cell));
    },
  };
}

test('cells in which nothing is due are not asked', async () => {
  await using world = await testWorld({ FACEVALUE_TEST_CELLS: '3' });
  const queue = counting(world, { due }, () => Promise.resolve(0));
  assert.deepEqual(await queue.askedIn(1), [1, 2, 3]);
  assert.deepEqual(await queue.askedIn(10), []);
  await world.client();
  const shop = await world.client();
  const product = await world.product({ scheme: 'platform' });
  await shop.makeOrder({ product_id: product.id, face: 500 });
  assert.deepEqual(await queue.askedIn(1), [2]);
  await world.settle();
  assert.deepEqual(await queue.askedIn(3), []);
});

test('what becomes due by time alone is found then', async () => {
  await using world = await testWorld({ FACEVALUE_TEST_CELLS: '3' });
  const queue = counting(
    world,
    { due: [`select where $1::timestamptz >= '2026-11-21T12:00:00.900+03:00'`] },
    () => Promise.resolve(0),
  );
  await queue.askedIn(2);
  world.clock.forward('1 s');
  assert.deepEqual(await queue.askedIn(1), [1, 2, 3]);
});

test('a clock that is set forward is noticed within a second', async () => {
  await using world = await testWorld({ FACEVALUE_TEST_CELLS: '3' });
  const queue = counting(
    world,
    { due: [`select where $1::timestamptz >= '2026-11-21T13:00:00+03:00'`] },
    () => Promise.resolve(0),
  );
  await queue.askedIn(2);
  assert.deepEqual(await queue.askedIn(5), []);
  world.clock.forward('2 h');
  await sleep(1000);
  assert.deepEqual(await queue.askedIn(1), [1, 2, 3]);
});

test('after a round that was not full a cell rests as long as that took, at most 50 ms', async () => {
  await using world = await testWorld({ FACEVALUE_TEST_CELLS: '3' });
  const [first] = world.ctx.cells;
  assert.ok(first !== undefined);
  const pausesMs: number[] = [];
  let endedMs: number | null = null;
  const slow = async () => {
    if (endedMs !== null) pausesMs.push(performance.now() - endedMs);
    await sleep(100);
    endedMs = performance.now();
    return 1;
  };
  const alike = { due: ['select'], mostOfRound: 10 };
  const queue = counting(world, alike, slow, [first]);
  while (pausesMs.length < 3) await queue.worker.round();
  await queue.worker.drain();
  // Timers count whole milliseconds.
  assert.ok(Math.min(...pausesMs) >= 48, `${pausesMs.join(', ')} ms`);
});

test('a cell whose rounds fail delays no other, and rests', async () => {
  await using world = await testWorld({ FACEVALUE_TEST_CELLS: '3' });
  const queue = counting(world, {}, (cell) =>
    cell === 2 ? Promise.reject(new Error('away')) : Promise.resolve(1),
  );
  await queue.askedIn(1);
  const asked = await queue.askedIn(4);
  assert.ok(asked.filter((cell) => cell === 1).length >= 2);
  assert.equal(asked.includes(2), false);
  assert.equal(queue.worker.isFailing?.(), true);
});

test('a cell that does not answer delays no other', async () => {
  await using world = await testWorld({ FACEVALUE_TEST_CELLS: '3' });
  const answer = Promise.withResolvers<number>();
  const queue = counting(world, {}, (cell) => (cell === 3 ? answer.promise : Promise.resolve(1)));
  for (let round = 0; round < 4; round += 1) await queue.worker.round();
  answer.resolve(0);
  const asked = await queue.askedIn(0);
  assert.ok(asked.filter((cell) => cell === 1).length >= 2);
  assert.equal(asked.filter((cell) => cell === 3).length, 1);
});

test('cells of a node that is down, each slow to fail, delay no other', async () => {
  await using world = await testWorld({ FACEVALUE_TEST_CELLS: '3' });
  const [first] = world.ctx.cells;
  assert.ok(first !== undefined);
  const slowMs = 200;
  const many = Array.from({ length: 20 }, (_, place) => ({ ...first, cell: place + 1 }));
  const failing = async () => {
    await sleep(slowMs);
    throw new Error('away');
  };
  const queue = counting(world, {}, (cell) => (cell === 20 ? Promise.resolve(1) : failing()), many);
  const until = performance.now() + 10 * slowMs;
  while (performance.now() < until) await queue.worker.round();
  const asked = await queue.askedIn(0);
  assert.ok(asked.includes(19), 'each has had its turn');
  const [beganMs, roundsMs] = [performance.now(), 2 * slowMs];
  while (performance.now() - beganMs < roundsMs) await queue.worker.round();
  assert.ok((await queue.askedIn(0)).filter((cell) => cell === 20).length > 5);
});

test('however many cells of a node say nothing, those of another are asked', async () => {
  await using world = await testWorld({ FACEVALUE_TEST_CELLS: '3' });
  const [first] = world.ctx.cells;
  assert.ok(first !== undefined);
  const silent = Array.from({ length: 20 }, (_, place) => ({
    ...first,
    cell: place + 1,
    node: () => 'silent',
  }));
  const answer = Promise.withResolvers<number>();
  const queue = counting(world, {}, (cell) => (cell > 20 ? Promise.resolve(1) : answer.promise), [
    ...silent,
    { ...first, cell: 21, node: () => 'other' },
  ]);
  for (let round = 0; round < 4; round += 1) await queue.worker.round();
  answer.resolve(0);
  const asked = await queue.askedIn(0);
  assert.ok(asked.filter((cell) => cell === 21).length >= 2, asked.join(' '));
  // Connections of the node are for all workers.
  assert.ok(asked.length - asked.filter((cell) => cell === 21).length < 8, asked.join(' '));
});

test('queues that look at the same moment ask together, and later ones again', async () => {
  await using world = await testWorld({ FACEVALUE_TEST_CELLS: '3' });
  const [first] = world.ctx.cells;
  assert.ok(first !== undefined);
  let asked = 0;
  const { lookDb: whole } = first;
  const ways = {
    query(...ask: Parameters<typeof whole.query>) {
      asked += 1;
      return whole.query(...ask);
    },
    connect() {
      asked += 1;
      return whole.connect();
    },
  };
  const lookDb = Object.assign(Object.create(whole) as Database, ways);
  const cells = [{ ...first, lookDb }];
  const queues = [
    { name: 'orders', due },
    { name: 'never', due: ['select where false'] },
    { name: 'always', due: ['select'] },
  ];
  const looks = nodeLooks(queues, cells, () => world.clock.now());
  const together = await Promise.all([looks(''), looks(''), looks('')]);
  assert.deepEqual(
    together,
    Array.from({ length: 3 }, () => new Set(['always 1'])),
  );
  assert.equal(asked, 2, 'what has changed, and what is due');
  const shop = await world.client();
  const product = await world.product({ scheme: 'platform' });
  await shop.makeOrder({ product_id: product.id, face: 500 });
  assert.deepEqual(await looks(''), new Set(['orders 1', 'always 1']));
  await world.settle();
  assert.deepEqual(await looks(''), new Set(['always 1']));
});

test('where tables are missing each queue is asked itself, and the others are looked at', async () => {
  await using world = await testWorld({ FACEVALUE_TEST_CELLS: '3' });
  const [first, second] = world.ctx.cells;
  assert.ok(first !== undefined && second !== undefined);
  const queues = [{ name: 'orders', due }];
  const looks = nodeLooks(queues, [first, { ...second, schema: 'nowhere' }], () => world.clock.now());
  assert.deepEqual(await looks(''), new Set(['orders 2']));
});
