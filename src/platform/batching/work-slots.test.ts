import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { workSlots, type WorkSlots } from './work-slots.ts';

const paced = (paceMs: number, parts: Pick<WorkSlots<null>, 'claim' | 'run' | 'gatherMs'>, places = 1) =>
  workSlots({
    name: 'paced',
    log: pino({ level: 'silent' }),
    idleMs: 1,
    paceMs,
    capacity: () => places,
    ...parts,
  });

/** Each claim is so long after the beginning, however slow the machine is. A timer may come two milliseconds early. */
function assertAfter(beganMs: number, leastMs: number[], claimedMs: number[]): void {
  const afterMs = claimedMs.map((at) => at - beganMs);
  assert.equal(afterMs.length, leastMs.length);
  assert.ok(
    afterMs.every((ms, index) => ms >= (leastMs[index] ?? 0) - 2 * index),
    String(afterMs),
  );
}

test('claims keep their pace while jobs are in flight', async () => {
  const claimedMs: number[] = [];
  const hanging = Promise.withResolvers<void>();
  const worker = paced(40, {
    claim: async () => {
      claimedMs.push(performance.now());
      return [null];
    },
    run: () => hanging.promise,
  });
  const beganMs = performance.now();
  for (let round = 0; round < 3; round += 1) assert.equal(await worker.round(), 1);
  assertAfter(beganMs, [0, 40, 80], claimedMs);
  hanging.resolve();
  await worker.drain();
});

test('after a claim that took few the pace is shorter in proportion', { timeout: 30_000 }, async () => {
  const claimedMs: number[] = [];
  const hanging = Promise.withResolvers<void>();
  const claims = [[null], Array.from({ length: 4 }, () => null), [null]];
  const worker = workSlots({
    name: 'paced',
    log: pino({ level: 'silent' }),
    idleMs: 1,
    paceMs: 400,
    manyClaimed: 4,
    capacity: () => 10,
    claim: async () => {
      claimedMs.push(performance.now());
      return claims.shift() ?? [];
    },
    run: () => hanging.promise,
  });
  const beganMs = performance.now();
  for (let round = 0; round < 3; round += 1) await worker.round();
  assertAfter(beganMs, [0, 100, 100 + 400], claimedMs);
  hanging.resolve();
  await worker.drain();
});

test('a worker with nothing in flight claims at once, whatever its pace', { timeout: 30_000 }, async () => {
  const worker = paced(3_600_000, { claim: async () => [null], run: () => Promise.resolve() });
  assert.equal(await worker.round(), 1);
  await worker.drain();
  assert.equal(await worker.round(), 1);
  await worker.drain();
});

const done = () => Promise.resolve();

test('after a claim that left nothing, what comes meanwhile is gathered', async () => {
  const claimedMs: number[] = [];
  const claim = async () => {
    claimedMs.push(performance.now());
    return [null];
  };
  const worker = paced(0, { claim, run: done, gatherMs: 40 }, 2);
  const beganMs = performance.now();
  for (let round = 0; round < 2; round += 1) assert.equal(await worker.round(), 1);
  await worker.drain();
  assertAfter(beganMs, [0, 40], claimedMs);
});

test(
  'after a claim that was full or found nothing, the next one begins at once',
  { timeout: 30_000 },
  async () => {
    const found = [[], [null, null], []];
    const claim = async () => found.pop() ?? [];
    const worker = paced(0, { claim, run: done, gatherMs: 3_600_000 }, 2);
    assert.equal(await worker.round(), 0);
    assert.equal(await worker.round(), 2);
    assert.equal(await worker.round(), 0);
    await worker.drain();
  },
);
