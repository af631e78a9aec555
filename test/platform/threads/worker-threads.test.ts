import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { TooManyWaiting } from '../../../src/platform/batching/permits.ts';
import {
  ThreadProblem,
  workerThreads,
  type ThreadLimits,
  type WorkerThreads,
} from '../../../src/platform/threads/worker-threads.ts';
import type { Order } from './obedient-worker.ts';

interface Obedient extends AsyncDisposable {
  threads: WorkerThreads<Order, number>;
  /** The number of the thread that answered. */
  tell: (order: Order) => Promise<number>;
}

function obedient(limits: Partial<ThreadLimits> = {}): Obedient {
  const threads = workerThreads<Order, number>(new URL('./obedient-worker.ts', import.meta.url), {
    megabytes: 64,
    timeoutMs: 60_000,
    maxUnderWay: 10,
    ...limits,
  });
  return {
    threads,
    tell: (order) => threads.run(() => order),
    [Symbol.asyncDispose]: () => threads.close(),
  };
}

const withProblem = (why: RegExp) => (problem: unknown) =>
  problem instanceof ThreadProblem && why.test(problem.message);

test('one thread answers in turn, two threads answer two at once', async () => {
  await using one = obedient();
  const inTurn = await Promise.all([one.tell('answer late'), one.tell('answer'), one.tell('answer')]);
  assert.equal(new Set(inTurn).size, 1);
  await using two = obedient({ threads: 2 });
  const atOnce = await Promise.all([two.tell('answer late'), two.tell('answer late')]);
  assert.equal(new Set(atOnce).size, 2);
  assert.ok(atOnce.includes(await two.tell('answer')), 'they are used again');
});

test('a hanging thread is ended and replaced', async () => {
  await using helper = obedient({ timeoutMs: 300 });
  const first = await helper.tell('answer');
  const [hung, next] = await Promise.allSettled([helper.tell('hang'), helper.tell('answer')]);
  assert.ok(hung.status === 'rejected' && withProblem(/took longer than 0.3 s/)(hung.reason));
  assert.ok(next.status === 'fulfilled' && next.value !== first);
});

test('a thread that uses too much memory or exits affects no other work', async () => {
  await using helper = obedient();
  await assert.rejects(helper.tell('fill the memory'), withProblem(/took more memory than it may/));
  await assert.rejects(helper.tell('exit'), withProblem(/broke off/));
  assert.ok((await helper.tell('answer')) > 0);
});

test('a failed ask does not end its thread', async () => {
  await using helper = obedient();
  const first = await helper.tell('answer');
  await assert.rejects(
    helper.tell('fail'),
    (problem) =>
      withProblem(/broke off/)(problem) &&
      ((problem as Error).cause as Error | undefined)?.message === 'as ordered',
  );
  assert.equal(await helper.tell('answer'), first);
});

test('asks beyond the queue are refused before they are prepared', async () => {
  await using helper = obedient({ maxUnderWay: 3 });
  const underWay = [helper.tell('answer late'), helper.tell('answer'), helper.tell('answer')];
  let prepared = false;
  const refused = helper.threads.run(() => {
    prepared = true;
    return 'answer';
  });
  await assert.rejects(refused, TooManyWaiting);
  assert.equal(prepared, false);
  await Promise.all(underWay);
  assert.ok((await helper.tell('answer')) > 0);
});

test('tasks behind a hanging thread do not wait for a second one', async () => {
  await using helper = obedient({ timeoutMs: 500, maxWaitMs: 400 });
  await helper.tell('answer');
  const [, ...behind] = await Promise.allSettled([
    helper.tell('hang'),
    helper.tell('hang'),
    helper.tell('answer'),
  ]);
  for (const one of behind)
    assert.ok(one.status === 'rejected' && withProblem(/waited too long/)(one.reason));
});

test('closed threads answer nothing, and asks under way fail', async () => {
  const { threads, tell } = obedient();
  await tell('answer');
  const [hung, waiting] = [tell('hang'), tell('answer')];
  const ends = Promise.allSettled([hung, waiting]);
  await threads.close();
  for (const end of await ends) assert.ok(end.status === 'rejected' && end.reason instanceof ThreadProblem);
  await assert.rejects(tell('answer'), withProblem(/given up/));
});

test('threads can be closed at any moment of their start', () => {
  const child = join(import.meta.dirname, 'closing-child.ts');
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [child], { encoding: 'utf8' });
  assert.deepEqual({ status, signal, stdout }, { status: 0, signal: null, stdout: 'closed\n' }, stderr);
});
