/** Many exchanges of one certificate at once, with those that give back: never more is taken than there is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { cancelOrder } from '../../../src/orders/acts/cancel-order.ts';
import { refundOrder } from '../../../src/orders/refund-order.ts';
import { fromShell } from '../../../src/people/access/principal.ts';
import type { Exchanged } from '../../../src/orders/exchange/exchange.ts';
import { isTaken } from '../../../src/orders/exchange/exchanged-orders.ts';
import { DatabaseUnavailable } from '../../../src/platform/database/database-errors.ts';
import { isLockTimeout } from '../../../src/platform/database/database-errors.ts';
import { TooManyWaiting } from '../../../src/platform/batching/permits.ts';
import { testWorld } from '../../support/test-world.ts';
import { choiceOf, line } from './choice-world.ts';

const holders = 64;

/** As whoever is told to come again: on a busy machine a connection is waited for too long. */
async function untilAnswered<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  for (;;)
    try {
      return await act();
    } catch (problem) {
      const isBusy = problem instanceof TooManyWaiting || problem instanceof DatabaseUnavailable;
      if (!isBusy && !isLockTimeout(problem)) throw problem;
      await sleep(50);
    }
}

const tally = (answers: Exchanged[]) => Object.groupBy(answers, ({ is }) => is);

test('64 presses of one button are one exchange', async () => {
  await using world = await testWorld();
  const shop = await choiceOf(world);
  const key = await shop.buy();
  const lines = [line(shop.coffee, 500)];
  const answers = await Promise.all(
    Array.from({ length: holders }, () => untilAnswered(() => shop.choose(key, lines, 1))),
  );
  const { exchanged = [], ...others } = tally(answers);
  assert.deepEqual(others, {});
  assert.equal(exchanged.filter((one) => one.is === 'exchanged' && !one.repeated).length, 1);
  assert.equal(
    new Set(exchanged.map((one) => one.is === 'exchanged' && one.requestIds.join())).size,
    1,
    'everybody hears of the same order',
  );
  assert.equal((await shop.card(key)).leftKopecks, 50_000);
  await world.settle();
  await shop.assertVerified();
});

test('64 tabs choose at once, and again after each other: what they get is never more than there is', async () => {
  await using world = await testWorld();
  const shop = await choiceOf(world);
  await world.pool(shop.books, 500, 1);
  const key = await shop.buy();
  const answers = await Promise.all(
    Array.from({ length: holders }, async (_, nth) => {
      const product = nth % 2 === 0 ? shop.coffee : shop.books;
      for (;;) {
        const answer = await untilAnswered(() => shop.choose(key, [line(product, 500)]));
        if (answer.is !== 'changed') return answer;
      }
    }),
  );
  const { exchanged = [], refused = [], 'more-than-left': more = [], ...others } = tally(answers);
  assert.deepEqual(others, {});
  const [fresh, repeated] = [false, true].map(
    (isRepeat) => exchanged.filter((one) => one.is === 'exchanged' && one.repeated === isRepeat).length,
  );
  assert.equal(fresh, 2);
  assert.equal(refused.length + more.length + (repeated ?? 0), holders - 2);
  assert.equal((await shop.card(key)).leftKopecks, 0);
  await world.settle();
  await shop.assertVerified();
});

test('choices, cancellations, refunds and issues at once: the balance is what its orders say', async () => {
  await using world = await testWorld();
  const shop = await choiceOf(world);
  await world.pool(shop.books, 500, 4);
  const keys = [await shop.buy(), await shop.buy(), await shop.buy()];
  const { db, keyring } = world.cellOf(shop.client);
  const now = () => world.clock.now();
  const clientId = shop.client.id;
  let isOver = false;
  const issuing = (async () => {
    while (!isOver) {
      await world.settle();
      await sleep(5);
    }
  })();
  await Promise.all(
    Array.from({ length: 18 }, async (_, nth) => {
      const key = keys[nth % keys.length] as (typeof keys)[number];
      for (let turn = 0; turn < 4; turn += 1) {
        const product = (nth + turn) % 2 === 0 ? shop.coffee : shop.books;
        const made = await untilAnswered(() => shop.choose(key, [line(product, 500)]));
        if (made.is !== 'exchanged') continue;
        const [requestId = 0] = made.requestIds;
        const id = { clientId, requestId };
        const ended = await untilAnswered(() => cancelOrder(db, keyring, fromShell, id, now()));
        if (ended.is === 'too-late')
          await untilAnswered(() => refundOrder(db, { ...id, note: 'race' }, now()));
        // The rest of the certificate is refunded once nothing is on its way; what is refunded later goes to the client.
        if (nth === 0)
          await untilAnswered(() =>
            refundOrder(db, { clientId, requestId: key.cardRequestId, note: '' }, now()),
          );
      }
    }),
  );
  isOver = true;
  await issuing;
  await world.settle();
  for (const key of keys) {
    const card = await shop.card(key);
    const taken = card.exchanged.filter(isTaken);
    assert.equal(card.leftKopecks, 100_000 - 50_000 * taken.length);
    assert.ok(card.leftKopecks >= 0);
  }
  await shop.assertVerified();
});
