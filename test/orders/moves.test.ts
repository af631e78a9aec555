import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endOrders, type EndingRequest } from '../../src/orders/end-orders.ts';
import { requestColumns } from '../../src/orders/queued-request.ts';
import { legalMoves, movable } from '../../src/orders/states.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { addCodes, freshCodes } from '../support/arrange.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const among = (...states: string[]): string =>
  `r.state in (${states.map((state) => `'${state}'`).join(', ')})`;

test('the guards of statements come from the table of moves', () => {
  assert.equal(movable('end-orders', 'cancelled'), among('queued', 'obtaining', 'delayed'));
  assert.equal(movable('end-orders', 'failed'), among('queued', 'obtaining'));
  assert.equal(movable('finish-obtaining', 'queued'), among('obtaining'));
  assert.equal(movable('wake-delayed', 'queued'), among('delayed'));
  assert.throws(() => movable('wake-delayed', 'issued'));
  for (const end of ['issued', 'failed', 'cancelled'] as const) assert.deepEqual(legalMoves[end], {});
});

async function requestOf(world: TestWorld, id: number): Promise<EndingRequest> {
  const { rows } = await world.home.db.query<EndingRequest>(
    `select ${requestColumns}, 1 as "brandId" from requests r where r.id = $1`,
    [id],
  );
  const [request] = rows;
  assert.ok(request);
  return request;
}

test('a request ends only from the states that the table allows', async () => {
  await using world = await testWorld();
  const shop = await world.client({ delayedMode: true });
  const coffee = await world.product();
  const id = await shop.makeOrder({ product_id: coffee.id, face: 500 });
  const request = await requestOf(world, id);
  const endAs = (state: 'failed' | 'cancelled') =>
    transaction(world.home.db, (tx) =>
      endOrders(tx, world.ctx.keyring, [{ request, state, refusal: { why: 'no-stock' } }], world.clock.now()),
    );
  await assert.rejects(endAs('failed'), /left its state/);
  assert.equal((await shop.getStatus(id))['status'], 'delayed');
  assert.equal(await shop.getBalance(), 99_500, 'its hold stays');
  await endAs('cancelled');
  assert.equal((await shop.getStatus(id))['status'], 'error');
  await assert.rejects(endAs('cancelled'));
  assert.equal(await shop.getBalance(), 100_000);
  await world.settle();
});

test('a delayed order woken by time and by new codes gets one promise and counts once', async () => {
  await using world = await testWorld();
  const shop = await world.client({ delayedMode: true });
  const coffee = await world.product({ monthlyOrdersLimit: 2 });
  const ask = { product_id: coffee.id, face: 500 };
  const waiting = await shop.makeOrder(ask);
  await world.settle();
  await world.home.db.query(`update requests set due_at = $2 where id = $1`, [waiting, world.clock.now()]);
  const { db, keyring } = world.home;
  await addCodes({ db, keyring, now: () => world.clock.now() }, coffee, 500, freshCodes(2));
  await world.settle();
  assert.equal((await shop.getStatus(waiting))['status'], 'ok');
  const impatient = await world.client();
  await impatient.makeOrder(ask);
  await world.settle();
});
