import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPace } from '../../../src/http/client-api/pace.ts';

const patience = 200;

/** Gives so many answers to a pace, and waits for the last. */
async function answered(pace: ReturnType<typeof createPace>, count: number) {
  const order: number[] = [];
  for (let index = 0; index < count; index += 1) pace(() => order.push(index));
  const atOnce = order.length;
  for (let look = 0; order.length < count && look < patience; look += 1) await sleep(20);
  return { order, atOnce };
}

test('what the pace allows is answered at once, the rest in its order', async () => {
  const pace = createPace({ perSecond: 1000, maxWaitMs: 60_000, maxWaiting: 1000 });
  const { order, atOnce } = await answered(pace, 60);
  assert.equal(atOnce, 20);
  assert.deepEqual(
    order,
    Array.from({ length: 60 }, (_, index) => index),
  );
});

test('nobody waits longer than the limit, however many they are', async () => {
  // At this pace alone the last would be answered after hours.
  const { order } = await answered(createPace({ perSecond: 1, maxWaitMs: 100, maxWaiting: 50_000 }), 20_000);
  assert.equal(order.length, 20_000);
});

test('after a pause answers are given at once again', async () => {
  const pace = createPace({ perSecond: 1000, maxWaitMs: 1000, maxWaiting: 1000 });
  await answered(pace, 100);
  await sleep(100);
  assert.equal((await answered(pace, 20)).atOnce, 20);
});

test('more than may wait are answered at once', async () => {
  const pace = createPace({ perSecond: 1000, maxWaitMs: 60_000, maxWaiting: 30 });
  const { order, atOnce } = await answered(pace, 100);
  assert.deepEqual([atOnce, order.length], [70, 100]);
});
