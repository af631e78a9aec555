import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { gatherFairly } from './gather.ts';

interface Ask {
  owner: number;
  number: number;
}

const limits = { batch: 10, concurrency: 2, waiting: 1000, lingerMs: 1 };
/** Long beside what a slow machine is late by. */
const batchMs = 100;
const roundMs = batchMs / 4;

/** A server that processes ten requests in 100 ms, two batches at once, and lets them wait for about 500 ms. */
const slowServer = (longestStandingWaitMs = 250) =>
  gatherFairly(
    async (asks: Ask[]) => {
      await pause(batchMs);
      return asks.map(({ number }) => number);
    },
    limits,
    { ownerOf: ({ owner }) => owner, longestWaitMs: 5 * batchMs, longestStandingWaitMs },
  );

test('asks beyond what can be done in time are refused; those of another owner continue', async () => {
  const gatherer = slowServer();
  const flood: (number | 'full')[] = [];
  const quiet: (number | 'full')[] = [];
  const note = (answers: typeof flood, ask: Ask) => async () => void answers.push(await gatherer(ask));
  const flights: Promise<void>[] = [];
  for (let round = 0; round < 40; round += 1) {
    for (let index = 0; index < 40; index += 1) flights.push(note(flood, { owner: 1, number: index })());
    flights.push(note(quiet, { owner: 2, number: round })());
    await pause(roundMs);
  }
  await Promise.all(flights);
  const refused = flood.filter((answer) => answer === 'full').length;
  assert.ok(refused > 200, `${refused} of 1600 were turned away`);
  assert.ok(flood.length - refused > 20, 'and the others were done');
  assert.deepEqual(
    quiet,
    Array.from({ length: 40 }, (_, index) => index),
    'in order, none turned away',
  );
  assert.equal(gatherer.isFullFor(1), false, 'it is over with the flood');
});

test('a burst that can be done in time is accepted whole, also after small batches only', async () => {
  const gatherer = slowServer();
  for (let number = 0; number < 5; number += 1) await gatherer({ owner: 1, number });
  const burst = await Promise.all(
    Array.from({ length: 50 }, (_, number) => Promise.resolve(gatherer({ owner: 1, number }))),
  );
  assert.ok(!burst.includes('full'));
});

test('a refused ask is answered at once, not after earlier batches', async () => {
  const gatherer = slowServer();
  const flights = Array.from({ length: 30 }, (_, number) => gatherer({ owner: 1, number }));
  await pause(batchMs / 2);
  const more = Array.from({ length: 600 }, (_, number) => gatherer({ owner: 1, number }));
  assert.ok(more.includes('full'), 'without a promise to wait for');
  await Promise.all([...flights, ...more]);
});

test('a lasting flood may wait less than a short one', async () => {
  const flights: Promise<void>[] = [];
  const flooded = (gatherer: ReturnType<typeof slowServer>) => {
    let open = 0;
    return async (number: number): Promise<number> => {
      open += 1;
      flights.push(Promise.resolve(gatherer({ owner: 1, number })).then(() => void (open -= 1)));
      await pause(0);
      return open;
    };
  };
  const [brief, long] = [flooded(slowServer(150)), flooded(slowServer(500))];
  const [briefly, longer]: [number[], number[]] = [[], []];
  for (let round = 0; round < 100; round += 1) {
    for (let index = 0; index < 30; index += 1) void brief(index);
    for (let index = 0; index < 30; index += 1) void long(index);
    briefly.push(await brief(0));
    longer.push(await long(0));
    await pause(roundMs);
  }
  await Promise.all(flights);
  const [few, many] = [Math.max(...briefly.slice(70)), Math.max(...longer.slice(70))];
  assert.ok(few < 0.8 * many, `${few} under way beside ${many}`);
});

test('while a flood lasts, no more than the next batch waits', async () => {
  const gatherer = slowServer(1);
  let open = 0;
  let most = 0;
  const flights: Promise<void>[] = [];
  for (let round = 0; round < 150; round += 1) {
    for (let index = 0; index < 30; index += 1) {
      open += 1;
      flights.push(Promise.resolve(gatherer({ owner: 1, number: index })).then(() => void (open -= 1)));
    }
    await pause(roundMs);
    if (round >= 90) most = Math.max(most, open);
  }
  await Promise.all(flights);
  const running = limits.batch * limits.concurrency;
  assert.ok(most <= running + limits.batch, `${most} under way`);
});
