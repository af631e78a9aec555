import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { migratedDatabase } from '../../support/migrated-database.ts';
import { testClient } from '../../support/test-client.ts';
import { shopWorld, type ShopWorld } from './shop-world.ts';

/** No more than a worker sends at once to an unknown receiver. */
const ordersOfEach = 3;
/** Many rounds of a worker that finds due work. */
const manyRoundsMs = 3000;
const patienceMs = 60_000;

test('a worker whose clock is ten minutes ahead takes no lease, logs it and is not ready', async () => {
  await using running = new AsyncDisposableStack();
  const database = running.use(await migratedDatabase());
  const world = running.use(await shopWorld(database.url));
  const letGo = world.callbacks.hold();
  running.defer(letGo);
  const longCalls = { FACEVALUE_CALLBACK_TIMEOUT_MS: '120000' };
  const serve = await world.start('serve');
  const right = await world.start('work', longCalls);
  for (const buyer of world.buyers) {
    const shop = testClient(serve.url, buyer, world.callbacks);
    for (let order = 0; order < ordersOfEach; order += 1) {
      const uuid = `order-${buyer.id}-${order}`;
      const fields = { product_id: world.product.id, face: 500, uuid, email_to: `${uuid}@mail.example` };
      world.accepted.set(uuid, await shop.makeOrder(fields));
    }
  }
  const orders = world.buyers.length * ordersOfEach;
  const deadline = performance.now() + patienceMs;
  while (world.callbacks.received.length < orders) {
    assert.ok(performance.now() < deadline, `${world.callbacks.received.length} callbacks came`);
    await sleep(50);
  }

  const ahead = await world.start('work', { ...longCalls, TEST_CLOCK_AHEAD_MS: '600000' }, [
    '--import',
    './test/platform/database/clock-ahead.ts',
  ]);
  await sleep(manyRoundsMs);
  assert.equal(world.callbacks.received.length, orders, 'a lease was taken over while it was alive');
  const readiness = await fetch(`${ahead.url}/readyz`);
  assert.equal(readiness.status, 503);
  assert.match(((await readiness.json()) as { error: string }).error, /clock .* 600 s ahead/);
  assert.match(ahead.process.said(), /"ahead_ms":\d+.*clock/);
  assert.equal((await fetch(`${right.url}/readyz`)).status, 200);

  letGo();
  // Before the clock moves on: callbacks that are answered but not recorded would be taken over correctly.
  await untilNoted(world);
  await world.assertWhole();
  assert.equal(world.callbacks.received.length, orders);
  assert.equal(world.mail.letters.length, orders);
});

async function untilNoted({ db }: ShopWorld): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const { rowCount } = await db.query(`select from callbacks where state = 'due' limit 1`);
    if (rowCount === 0) return;
    assert.ok(performance.now() < deadline, 'answered callbacks are not noted');
    await sleep(50);
  }
}
