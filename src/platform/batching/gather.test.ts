import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gather, WaitedTooLong } from './gather.ts';

test('an ask that waits too long fails without being started, and later ones succeed', async () => {
  const begun: string[][] = [];
  const first = Promise.withResolvers<void>();
  const ask = gather(
    async (asks: string[]) => {
      begun.push(asks);
      if (asks.includes('first')) await first.promise;
      return asks;
    },
    { batch: 10, concurrency: 1, waiting: 10, lingerMs: 0, waitMs: 50 },
  );
  const slow = ask('first');
  while (begun.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await assert.rejects(Promise.resolve(ask('second')), WaitedTooLong);
  first.resolve();
  assert.equal(await slow, 'first');
  assert.equal(await ask('third'), 'third');
  assert.deepEqual(begun, [['first'], ['third']]);
});

test('after a batch the next one waits for those who were just answered, and a full one does not', async () => {
  const begun: string[][] = [];
  const batches: PromiseWithResolvers<void>[] = [];
  const ask = gather(
    async (asks: string[]) => {
      begun.push(asks);
      const batch = Promise.withResolvers<void>();
      batches.push(batch);
      await batch.promise;
      return asks;
    },
    { batch: 3, concurrency: 1, waiting: 10, lingerMs: 0, regroupMs: 60_000 },
  );
  const first = ask('first');
  while (begun.length === 0) await sleep(1);
  const second = ask('second');
  await sleep(200);
  batches[0]?.resolve();
  assert.equal(await first, 'first');
  const third = ask('third');
  while (begun.length === 1) await sleep(5);
  assert.deepEqual(begun[1], ['second', 'third']);

  const rest = ['fourth', 'fifth', 'sixth'].map((one) => ask(one));
  await sleep(200);
  batches[1]?.resolve();
  assert.deepEqual(await Promise.all([second, third]), ['second', 'third']);
  assert.deepEqual(begun[2], ['fourth', 'fifth', 'sixth']);
  batches[2]?.resolve();
  await Promise.all(rest);
});
