import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimCallbacks, createCallbackSender, recordAttempts } from '../../src/callbacks/send-callbacks.ts';
import { startReceiver } from '../support/callback-receiver.ts';
import { settle, workerWorld } from '../support/worker-world.ts';
import { shop, outcome, announce, stateOf, attemptsOf } from './callback-world.ts';

test('a worker that returns after its lease changes nothing', async () => {
  await using world = await workerWorld();
  await announce(world, [outcome(shop, 1, 'http://127.0.0.1:1/')]);
  const claim = () =>
    claimCallbacks(world.db, {
      limit: 5,
      now: world.clock.now(),
      leaseSeconds: 60,
      clientIds: [],
      capacities: [],
    });
  const stale = await claim();
  assert.equal((await claim()).rows.length, 0);
  world.clock.forward(2);
  const fresh = await claim();
  assert.equal(fresh.rows[0]?.attempts, 2);

  const accepted = (claimId: string, attempt: number) =>
    recordAttempts(world.db, [
      {
        clientId: shop,
        requestId: 1,
        claimId,
        attempt,
        at: world.clock.now(),
        durationMs: 5,
        httpStatus: 200,
        answerHead: 'OK',
        problem: '',
        state: 'accepted',
        dueAt: null,
        endedAt: world.clock.now(),
      },
    ]);
  await accepted(stale.claimId, 1);
  assert.deepEqual(await stateOf(world, 1), { state: 'due', tries: 0, attempts: 2 });
  await accepted(fresh.claimId, 2);
  assert.deepEqual(await stateOf(world, 1), { state: 'accepted', tries: 1, attempts: 2 });
  assert.equal((await attemptsOf(world, 1)).length, 2, 'both calls were made, so both are on record');
});

test('a hanging receiver with 2,000 due callbacks delays no other client', async () => {
  await using world = await workerWorld({ timeoutMs: 60_000, concurrency: 16 });
  await using hanging = await startReceiver();
  await using healthy = await startReceiver();
  hanging.answer = () => 'hang';
  await Promise.all([world.addClient(1), world.addClient(2)]);
  await announce(
    world,
    Array.from({ length: 2000 }, (_, index) => outcome(1, index, hanging.url)),
  );
  await announce(
    world,
    Array.from({ length: 500 }, (_, index) => outcome(2, index, healthy.url)),
  );
  const sender = createCallbackSender(world);
  const startedAt = performance.now();
  while (healthy.calls.length < 500 && performance.now() - startedAt < 50_000) {
    await sender.round();
    await sleep(10);
  }
  assert.equal(healthy.calls.length, 500, 'before the first call of the hanging one timed out');
  assert.ok(hanging.calls.length <= 4, `${hanging.calls.length} calls hang at once`);
  await hanging[Symbol.asyncDispose]();
  await sender.drain();
});

test('a long backlog of one client does not keep the others waiting', async () => {
  await using world = await workerWorld({ concurrency: 8 });
  await using receiver = await startReceiver();
  await Promise.all([world.addClient(1), world.addClient(2)]);
  await announce(
    world,
    Array.from({ length: 1000 }, (_, index) => outcome(1, index, `${receiver.url}?backlog`)),
  );
  world.clock.forward(1);
  await announce(world, [outcome(2, 1, `${receiver.url}?fresh`)]);
  const sender = createCallbackSender(world);
  await sender.round();
  await sender.drain();
  assert.ok(receiver.calls.some((call) => call.path.endsWith('?fresh')));
  await settle(sender);
  assert.equal(receiver.calls.length, 1001);
});
