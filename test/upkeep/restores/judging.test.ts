import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromShell } from '../../../src/people/access/principal.ts';
import { lastSeenAt, renewHistory } from '../../../src/platform/database/history.ts';
import { beginGuard } from '../../../src/upkeep/restores/begin-guard.ts';
import { findGuard, openOfGuard } from '../../../src/upkeep/restores/guard.ts';
import { judgeCodes } from '../../../src/upkeep/restores/judge-codes.ts';
import { endGuard, issueHeldOrders, judgeMessages } from '../../../src/upkeep/restores/judge.ts';
import { clientParty, operator } from '../../../src/people/access/party.ts';
import { visitor } from '../../support/pages-of.ts';
import { freshCodes } from '../../support/arrange.ts';
import { testWorld } from '../../support/test-world.ts';

const hourMs = 3_600_000;

test('what a guard sets aside waits for people, and each way of clearing it keeps every counter right', async () => {
  await using world = await testWorld();
  const { db, keyring } = world.home;
  const { clock } = world;
  const client = await world.client();
  const product = await world.product({ facesRoubles: [500], monthlyOrdersLimit: 100 });
  const codes = await world.pool(product, 500, 10);
  const order = { product_id: product.id, face: 500, email_to: 'guest@mail.example' };
  await client.makeOrder({ ...order, uuid: 'issued-1' });
  const later = new Date(clock.now().getTime() + hourMs);
  await client.makeOrder({ ...order, uuid: 'issued-2', date_send: '2026-11-21T13:00:00+03:00' });
  await world.settle();
  const queued = await client.makeOrder({ ...order, uuid: 'queued' });

  await renewHistory(db);
  const seenAt = (await lastSeenAt(db)) ?? new Date(0);
  const lostUntil = new Date(Math.max(seenAt.getTime(), later.getTime()) + hourMs);
  const begun = await beginGuard(world.ctx, keyring, fromShell, { lostUntil, margin: 3 }, clock.now());
  assert.ok(begun.is === 'begun', begun.is);
  const { codes: aside, orders, deliveries, limits } = begun.counts;
  assert.deepEqual({ aside, orders, deliveries, limits }, { aside: 3, orders: 1, deliveries: 1, limits: 1 });
  clock.forward('2 h');
  await world.settle();
  assert.equal((await client.getStatus(queued))['status'], 'processing');
  assert.equal(world.mail.letters.length, 1, 'the letter that was due by then is held');
  assert.equal(await freeCodes(), 5);
  const next = await client.makeOrder({ ...order, uuid: 'sold-on' });
  assert.ok(next > queued + 900_000, 'ids have leapt');

  // A file that may have been loaded, and sold from, in the lost time.
  await world.pool(product, 500, 2);
  assert.equal(await freeCodes(), 5);
  assert.deepEqual(
    (await openOfGuard(world.ctx)).codes.map((one) => one.codes),
    [5],
  );

  const judge = (list: string[] | 'rest', sold: boolean) =>
    judgeCodes(
      db,
      keyring,
      fromShell,
      { productId: product.id, sold, list: list === 'rest' ? list : rowsOf(list) },
      clock.now(),
    );
  const [, , first = '', second = ''] = codes.map(({ number }) => number);
  assert.deepEqual(await judge(['Номер', first, 'unknown-1'], true), { is: 'judged', codes: 1, unknown: 1 });
  assert.deepEqual(await judge([second], false), { is: 'judged', codes: 1, unknown: 0 });
  assert.equal(await freeCodes(), 6);
  const early = await endGuard(world.ctx, fromShell, clock.now());
  assert.equal(early.is, 'open');
  assert.deepEqual(await judge('rest', false), { is: 'judged', codes: 3, unknown: 0 });
  assert.equal(await freeCodes(), 9);

  await issueHeldOrders(db, keyring, fromShell, null, clock.now());
  await judgeMessages(db, keyring, fromShell, { requestIds: null, send: true }, clock.now());
  await world.settle();
  assert.equal((await client.getStatus(queued))['status'], 'ok');
  assert.equal(world.mail.letters.length, 4, 'each order has its letter');
  assert.equal(await usedOfLimit(), 34);
  const admin = await visitor(world, operator, 'admin');
  assert.match((await admin.get('/o?lang=en')).body, /was restored from a backup/);
  const owner = await visitor(world, clientParty(client.id), 'owner');
  assert.match((await owner.get('/c?lang=en')).body, /the same uuid becomes a new order/);
  const page = await admin.get('/o/restore?lang=en');
  assert.match(page.body, /Margins of brands’ monthly limits: 1/);
  assert.doesNotMatch(page.body, /Letters and texts that were due:/);
  assert.equal((await admin.post('/o/restore/limits', { say: 'give-back' })).statusCode, 303);
  assert.equal(await usedOfLimit(), 4);
  assert.equal((await admin.post('/o/restore/end', { say: 'end' })).statusCode, 303);
  assert.doesNotMatch((await admin.get('/o?lang=en')).body, /was restored from a backup/);
  assert.equal(await findGuard(db), null);
  await world.pool(product, 500, freshCodes(1));
  assert.equal(await freeCodes(), 8, 'codes are loaded as usual again');
  assert.equal((await judge('rest', false)).is, 'not-guarded');

  async function freeCodes(): Promise<number> {
    const { rows } = await db.query<{ free: number }>(`select sum(free)::bigint as free from stock`);
    return rows[0]?.free ?? 0;
  }

  async function usedOfLimit(): Promise<number> {
    const { rows } = await db.query<{ orders: number }>(
      `select sum(orders)::bigint as orders from brand_usage`,
    );
    return rows[0]?.orders ?? 0;
  }
});

test('a delayed order may have been issued since too: neither codes nor its ttl move it until somebody says so', async () => {
  await using world = await testWorld();
  const { db, keyring } = world.home;
  const { clock } = world;
  const client = await world.client({ delayedMode: true });
  const product = await world.product({ facesRoubles: [500] });
  const id = await client.makeOrder({ product_id: product.id, face: 500, delivery_type: 'link', ttl: 3600 });
  await world.settle();
  assert.equal((await client.getStatus(id))['status'], 'delayed');
  await renewHistory(db);
  const seenAt = (await lastSeenAt(db)) ?? new Date(0);
  const lostUntil = new Date(Math.max(seenAt.getTime(), clock.now().getTime()) + hourMs);
  const begun = await beginGuard(world.ctx, keyring, fromShell, { lostUntil, margin: 3 }, clock.now());
  assert.ok(begun.is === 'begun', begun.is);
  assert.equal(begun.counts.orders, 1);

  clock.forward('2 h');
  await world.settle();
  assert.equal((await client.getStatus(id))['status'], 'delayed', 'its ttl has passed');
  await world.pool(product, 500, 2);
  const unsold = { productId: product.id, sold: false, list: 'rest' } as const;
  await judgeCodes(db, keyring, fromShell, unsold, clock.now());
  await world.settle();
  assert.equal((await client.getStatus(id))['status'], 'delayed', 'there are codes');
  assert.equal((await endGuard(world.ctx, fromShell, clock.now())).is, 'open');
  await issueHeldOrders(db, keyring, fromShell, [id], clock.now());
  await world.settle();
  assert.equal((await client.getStatus(id))['status'], 'ok');
  assert.equal((await endGuard(world.ctx, fromShell, clock.now())).is, 'ended');
});

async function* rowsOf(numbers: string[]) {
  yield await Promise.resolve(numbers.map((number, index) => ({ line: index + 1, cells: [number] })));
}
