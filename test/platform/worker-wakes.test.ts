import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createWorkers, startWorkers } from '../../src/workers.ts';
import { testWorld } from '../support/test-world.ts';

/** Much longer than the test may take: whoever is not woken sleeps through it. */
const longIdleMs = 600_000;
const patienceMs = 60_000;

test('a worker that has done something wakes those that go on with it, and no others', async () => {
  await using world = await testWorld();
  const rounds = { first: 0, next: 0, other: 0 };
  let work = 0;
  const worker = (name: keyof typeof rounds, wakes: string[], idleMs: number) => ({
    name,
    idleMs,
    wakes,
    round() {
      rounds[name] += 1;
      if (name !== 'first' || work === 0) return Promise.resolve(0);
      work -= 1;
      return Promise.resolve(1);
    },
    drain: () => Promise.resolve(),
  });
  const running = startWorkers(world.ctx, [
    worker('first', ['next'], 5),
    worker('next', [], longIdleMs),
    worker('other', [], longIdleMs),
  ]);
  try {
    const deadline = performance.now() + patienceMs;
    const until = async (isSo: () => boolean): Promise<void> => {
      for (; !isSo(); await sleep(5)) assert.ok(performance.now() < deadline, JSON.stringify(rounds));
    };
    await until(() => rounds.next === 1 && rounds.other === 1);
    work = 1;
    await until(() => rounds.next === 2);
    assert.equal(rounds.other, 1);
  } finally {
    await running.stop();
  }
});

test('workers wake only workers that there are', async () => {
  await using world = await testWorld();
  const workers = createWorkers(world.ctx);
  const names = new Set(workers.map(({ name }) => name));
  const woken = workers.flatMap(({ wakes = [] }) => wakes);
  assert.ok(woken.length > 0);
  assert.deepEqual(
    woken.filter((name) => !names.has(name)),
    [],
  );
});
