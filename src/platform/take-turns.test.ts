import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { test } from 'node:test';
import { takeTurns } from './take-turns.ts';

test('so many at once and no more, in the order in which they came, whatever becomes of each', async () => {
  const turn = takeTurns(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const jobs = [1, 2, 3, 4, 5].map((number) =>
    turn(async () => {
      begun.push(number);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (number === 1) throw new Error('broken');
      return number;
    }),
  );
  const outcomes = Promise.allSettled(jobs);
  await setImmediate();
  assert.deepEqual(begun, [1, 2]);
  ends.shift()?.();
  await setImmediate();
  assert.deepEqual(begun, [1, 2, 3], 'a job that threw gives its place away');
  while (ends.length > 0) {
    ends.shift()?.();
    await setImmediate();
  }
  assert.deepEqual(begun, [1, 2, 3, 4, 5]);
  const settled = await outcomes;
  assert.deepEqual(
    settled.map(({ status }) => status),
    ['rejected', 'fulfilled', 'fulfilled', 'fulfilled', 'fulfilled'],
  );
});
