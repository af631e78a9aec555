import assert from 'node:assert/strict';
import { test } from 'node:test';
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
