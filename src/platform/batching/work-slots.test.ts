import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { workSlots, type WorkSlots } from './work-slots.ts';

const paced = (paceMs: number, parts: Pick<WorkSlots<null>, 'claim' | 'run'>) =>
  workSlots({
    name: 'paced',
    log: pino({ level: 'silent' }),
    idleMs: 1,
    paceMs,
    capacity: () => 1,
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

test('a worker with nothing in flight claims at once, whatever its pace', { timeout: 30_000 }, async () => {
  const worker = paced(3_600_000, { claim: async () => [null], run: () => Promise.resolve() });
  assert.equal(await worker.round(), 1);
  await worker.drain();
  assert.equal(await worker.round(), 1);
  await worker.drain();
});
