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
  for (let round = 0; round < 3; round += 1) assert.equal(await worker.round(), 1);
  const gapsMs = claimedMs.slice(1).map((at, index) => at - (claimedMs[index] ?? 0));
  // A timer may come a millisecond early.
  assert.ok(
    gapsMs.every((gap) => gap >= 38),
    String(gapsMs),
  );
  hanging.resolve();
  await worker.drain();
});

test('after a claim that took few the pace is shorter in proportion', { timeout: 30_000 }, async () => {
  const hanging = Promise.withResolvers<void>();
  const claims = [[null], Array.from({ length: 4 }, () => null), [null]];
  const worker = workSlots({
    name: 'paced',
    log: pino({ level: 'silent' }),
    idleMs: 1,
    paceMs: 400,
    manyClaimed: 4,
    capacity: () => 10,
    claim: async () => claims.shift() ?? [],
    run: () => hanging.promise,
  });
  await worker.round();
  const beganMs = performance.now();
  await worker.round();
  const afterFewMs = performance.now();
  await worker.round();
  const afterManyMs = performance.now();
  // A timer may come a millisecond early.
  assert.ok(afterFewMs - beganMs >= 98, String(afterFewMs - beganMs));
  assert.ok(afterManyMs - afterFewMs >= 398, String(afterManyMs - afterFewMs));
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
  for (let round = 0; round < 2; round += 1) assert.equal(await worker.round(), 1);
  await worker.drain();
  const [first = 0, second = 0] = claimedMs;
  // A timer may come a millisecond early.
  assert.ok(second - first >= 38, String(second - first));
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
