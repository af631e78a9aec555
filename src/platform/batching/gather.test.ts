import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gather, WaitedTooLong } from './gather.ts';
import { createPermits } from './permits.ts';

test('an ask that waits too long fails without being started, and later ones succeed', async () => {
  const begun: string[][] = [];
  const first = Promise.withResolvers<void>();
  const ask = gather(
    async (asks: string[]) => {
      begun.push(asks);
      if (asks.includes('first')) await first.promise;
      return asks;
    },
    { batch: 10, concurrency: 1, waiting: 10, lingerMs: 0, waitMs: 250 },
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

  const rest = ['fourth', 'fifth', 'sixth'].map((one) => Promise.resolve(ask(one)));
  await sleep(200);
  batches[1]?.resolve();
  assert.deepEqual(await Promise.all([second, third]), ['second', 'third']);
  assert.deepEqual(begun[2], ['fourth', 'fifth', 'sixth']);
  batches[2]?.resolve();
  await Promise.all(rest);
});

/** A gatherer whose batches run until they are ended here. */
function endedHere(limits: { concurrency: number; evenMs?: number }) {
  const begun: { asks: number[]; end: () => void }[] = [];
  const gatherer = gather(
    (asks: number[]) => new Promise<number[]>((resolve) => begun.push({ asks, end: () => resolve(asks) })),
    { batch: 10, waiting: 100, lingerMs: 0, ...limits },
  );
  const ask = (count: number): Promise<unknown>[] =>
    Array.from({ length: count }, (_, index) => Promise.resolve(gatherer(index)));
  return { begun, ask, sizes: () => begun.map(({ asks }) => asks.length) };
}

const whatArrivedIsRead = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
/** Longer than any test. */
const never = 600_000;

test('beside a running batch begins one that has its share of the calls, and at most so many run', async () => {
  const { begun, ask, sizes } = endedHere({ concurrency: 2, evenMs: never });
  const asked = ask(4);
  await whatArrivedIsRead();
  asked.push(...ask(3));
  await whatArrivedIsRead();
  assert.deepEqual(sizes(), [4], 'three wait for a fourth');
  asked.push(...ask(1));
  await whatArrivedIsRead();
  assert.deepEqual(sizes(), [4, 4]);
  asked.push(...ask(6));
  await whatArrivedIsRead();
  assert.deepEqual(sizes(), [4, 4], 'no third runs');
  begun[0]?.end();
  await whatArrivedIsRead();
  assert.deepEqual(sizes(), [4, 4, 6], 'as many as it has');
  for (const { end } of begun) end();
  await Promise.all(asked);
});

test('a single call waits for no other beside a single one', async () => {
  const { begun, ask, sizes } = endedHere({ concurrency: 3, evenMs: never });
  const asked: Promise<unknown>[] = [];
  for (let call = 0; call < 3; call += 1) {
    asked.push(...ask(1));
    await whatArrivedIsRead();
  }
  assert.deepEqual(sizes(), [1, 1, 1]);
  for (const { end } of begun) end();
  await Promise.all(asked);
});

test('what is fewer than its share begins when the last batch ends', async () => {
  const { begun, ask, sizes } = endedHere({ concurrency: 2, evenMs: never });
  const asked = [...ask(5)];
  await whatArrivedIsRead();
  asked.push(...ask(1));
  await whatArrivedIsRead();
  assert.deepEqual(sizes(), [5]);
  begun[0]?.end();
  await whatArrivedIsRead();
  assert.deepEqual(sizes(), [5, 1]);
  begun[1]?.end();
  await Promise.all(asked);
});

test('a batch that does not end holds up fewer than its share only for a while', async () => {
  const { begun, ask } = endedHere({ concurrency: 2, evenMs: 1 });
  const slow = ask(5);
  await whatArrivedIsRead();
  const [one] = ask(1);
  while (begun.length === 1) await new Promise((resolve) => setTimeout(resolve, 1));
  begun[1]?.end();
  await one;
  begun[0]?.end();
  await Promise.all(slow);
});

test('a full batch waits for no share', async () => {
  const { begun, ask, sizes } = endedHere({ concurrency: 2, evenMs: never });
  const asked = ask(25);
  await whatArrivedIsRead();
  assert.deepEqual(sizes(), [10, 10]);
  begun[0]?.end();
  begun[1]?.end();
  await whatArrivedIsRead();
  assert.deepEqual(sizes(), [10, 10, 5]);
  begun[2]?.end();
  await Promise.all(asked);
});

test('gatherers that take turns take what waits when their turn comes, and nothing if all of it has waited too long', async () => {
  const permits = createPermits(() => 1);
  const begun: string[][] = [];
  const ends: (() => void)[] = [];
  const answer = (asks: string[]) => {
    begun.push(asks);
    return new Promise<string[]>((resolve) => ends.push(() => resolve(asks)));
  };
  const limits = { batch: 10, concurrency: 1, waiting: 10, lingerMs: 0, turns: () => permits };
  const [one, other, late] = [
    gather(answer, limits),
    gather(answer, limits),
    gather(answer, { ...limits, waitMs: 1 }),
  ];
  const first = one('first');
  await whatArrivedIsRead();
  const waiting = [Promise.resolve(other('second'))];
  const tooLate = late('too late');
  await assert.rejects(Promise.resolve(tooLate), WaitedTooLong);
  waiting.push(Promise.resolve(other('third')));
  await whatArrivedIsRead();
  assert.deepEqual(begun, [['first']]);
  ends[0]?.();
  await first;
  await whatArrivedIsRead();
  assert.deepEqual(begun, [['first'], ['second', 'third']]);
  ends[1]?.();
  assert.deepEqual(await Promise.all(waiting), ['second', 'third']);
  const again = one('again');
  await whatArrivedIsRead();
  assert.deepEqual(begun[2], ['again']);
  ends[2]?.();
  await again;
});
