import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { runLoop, type Worker } from './loop.ts';

const log = pino({ level: 'silent' });
const drain = () => Promise.resolve();
const hourMs = 3_600_000;

test(
  'a queue whose work follows work is asked again soon after some, without a look',
  { timeout: 60_000 },
  async () => {
    const asked = Promise.withResolvers<void>();
    let rounds = 0;
    const worker: Worker = {
      name: 'steady',
      idleMs: hourMs,
      firstIdleMs: 1,
      async round() {
        rounds += 1;
        if (rounds === 6) asked.resolve();
        return rounds === 1 ? 1 : 0;
      },
      drain,
    };
    let looks = 0;
    const look = async () => {
      looks += 1;
      return false;
    };
    const loop = runLoop(worker, log, { look });
    await asked.promise;
    assert.equal(looks, 0);
    await loop.stop();
  },
);

test('a queue that has had no work for its pause is looked at', { timeout: 60_000 }, async () => {
  const looked = Promise.withResolvers<void>();
  const found = [1];
  const worker: Worker = {
    name: 'steady',
    idleMs: 20,
    firstIdleMs: 1,
    round: async () => found.pop() ?? 0,
    drain,
  };
  const look = async () => {
    looked.resolve();
    return false;
  };
  const loop = runLoop(worker, log, { look });
  await looked.promise;
  await loop.stop();
});
