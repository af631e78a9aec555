import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { giftEventsWritten, noteGiftEvent } from '../../src/certificates/gift-events.ts';
import { askForResend } from '../../src/messaging/queue/resend.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import { transaction, type Sql } from '../../src/platform/database/database.ts';
import { redeemCode } from '../../src/redemption/redeem-codes.ts';
import { findOrders } from '../../src/reports/order-report.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';
import { childEnvironment } from '../support/child-environment.ts';

const main = join(import.meta.dirname, '../../src/main.ts');

const namesOf = (events: { event: string }[]): string[] => events.map(({ event }) => event);

async function storyOf(world: TestWorld, requestId: number) {
  const [found] = await findOrders(world.home.db, { requestId });
  return found ?? assert.fail('no such order');
}

test('the events of an order: accepted, sent, resent, opened, revealed, redeemed', async () => {
  await using world = await testWorld();
  const client = await world.client();
  const product = await world.product({ scheme: 'platform' });
  const order = { product_id: product.id, face: 500, email_to: 'anna@mail.exmaple' };
  const id = await client.makeOrder(order);
  world.clock.forward('1 s');
  await world.settle();
  const key = { clientId: client.id, requestId: id };
  world.clock.forward('5 min');
  await askForResend(world.home, key, 'operator', { email: 'anna@mail.example' });
  await world.settle();
  world.clock.forward('1 min');
  for (const kind of ['opened', 'opened', 'revealed'] as const) {
    noteGiftEvent(world.home, { ...key, kind }, world.clock.now());
    world.clock.forward('1 min');
  }
  await giftEventsWritten(world.home.db);
  const { code } = await client.getCode(id);
  const till = { supplierId: product.supplierId, principal: fromShell, name: 'Касса 3', redeemsOwn: true };
  await transaction(world.home.db, (tx) =>
    redeemCode(tx, world.ctx.keyring, { till, number: code, idempotencyKey: 'k-1' }, world.clock.now()),
  );
  const { events, deliveries } = await storyOf(world, id);
  assert.deepEqual(namesOf(events), [
    'accepted',
    'issued',
    'sent',
    'callback_accepted',
    'resend_asked',
    'sent',
    'opened',
    'revealed',
    'redeemed',
  ]);
  const [opened] = events.filter(({ event }) => event === 'opened');
  assert.equal(opened?.times, 2);
  assert.equal(Number(opened?.lastAt) - Number(opened?.at), 60_000);
  assert.deepEqual(
    deliveries.map(({ round, askedBy, address }) => [round, askedBy, address]),
    [
      [1, 'order', 'anna@mail.exmaple'],
      [2, 'operator', 'anna@mail.example'],
    ],
  );
});

test('a bounced letter is an event, and a resend reaches a corrected address', async () => {
  await using world = await testWorld();
  const client = await world.client();
  const product = await world.product({ scheme: 'platform' });
  const id = await client.makeOrder({ product_id: product.id, face: 500, email_to: 'anna@mail.exmaple' });
  await world.settle();
  world.clock.forward('1 min');
  await world.home.db.query(
    `update deliveries set report = 'undelivered', report_details = 'no such mailbox', reported_at = $1`,
    [world.clock.now()],
  );
  world.clock.forward('1 min');
  const resent = await client.call('resend', { queue_id: id, email_to: 'anna@mail.example' });
  assert.equal(resent.status, 'ok');
  await world.settle();
  const { events } = await storyOf(world, id);
  assert.deepEqual(
    events.slice(2).map(({ event, delivery, details }) => [event, delivery?.round, details]),
    [
      ['sent', 1, ''],
      ['callback_accepted', undefined, ''],
      ['bounced', 1, 'no such mailbox'],
      ['resend_asked', 2, ''],
      ['sent', 2, ''],
    ],
  );
});

test('the sixteenth letter of a test day is an event over quota', async () => {
  await using world = await testWorld();
  const client = await world.client({ testMode: true });
  const product = await world.product();
  const order = { product_id: product.id, face: 500, email_to: 'anna@mail.example' };
  const ids: number[] = [];
  for (let count = 0; count < 16; count += 1) ids.push(await client.makeOrder(order));
  await world.settle();
  const stories = await Promise.all(ids.map((id) => storyOf(world, id)));
  const over = stories.flatMap(({ events }) => events.filter(({ event }) => event === 'over_quota'));
  assert.equal(over.length, 1);
  assert.deepEqual(over[0]?.at, world.clock.now());
  assert.equal(stories.filter(({ events }) => namesOf(events).includes('sent')).length, 15);
});

test('a permanently refused letter is listed with the reason', async () => {
  await using world = await testWorld();
  const client = await world.client();
  const product = await world.product();
  await world.pool(product, 500, 1);
  world.mail.refuseWith(550);
  const id = await client.makeOrder({ product_id: product.id, face: 500, email_to: 'anna@mail.example' });
  await world.settle();
  const { events } = await storyOf(world, id);
  const [failed] = events.filter(({ event }) => event === 'not_sent');
  assert.deepEqual(failed?.at, world.clock.now());
  assert.notEqual(failed?.details, '');
});

test('the events of twenty orders take as many statements as those of one', async () => {
  await using world = await testWorld();
  const client = await world.client({ testMode: true });
  const product = await world.product();
  const order = { product_id: product.id, face: 500, email_to: 'anna@mail.example' };
  const ids: number[] = [];
  for (let count = 0; count < 20; count += 1) ids.push(await client.makeOrder(order));
  await world.settle();
  let statements = 0;
  const counting = {
    query: (text: string, values?: unknown[]) => {
      statements += 1;
      return world.home.db.query(text, values);
    },
  } as Sql;
  await findOrders(counting, { requestId: ids[0] ?? 0 });
  const forOne = statements;
  // All test orders have the same number.
  const found = await findOrders(counting, { orderId: 9_999_999 });
  assert.equal(found.length, 20);
  assert.ok(found.every(({ events }) => events.length >= 3));
  assert.equal(statements, 2 * forOne);
});

test('thousands of visits to one gift are few writes, and all are counted', async () => {
  await using world = await testWorld();
  let writes = 0;
  const db = world.home.db;
  const counting = new Proxy(db, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name) as unknown;
      return (text: string, values: unknown[]) => {
        writes += 1;
        return target.query(text, values);
      };
    },
  });
  const noting = { ...world.home, db: counting };
  const now = world.clock.now();
  for (let count = 0; count < 5000; count += 1) {
    noteGiftEvent(noting, { clientId: 1, requestId: 2, kind: 'opened' }, now);
  }
  await giftEventsWritten(counting);
  assert.equal(writes, 1);
  const { rows } = await db.query(`select kind, times from gift_events`);
  assert.deepEqual(rows, [{ kind: 'opened', times: 5000 }]);
});

test('without the database the visit is not recorded, but the page is shown', async () => {
  await using world = await testWorld();
  const away = { query: () => Promise.reject(new Error('connection refused')) };
  const noting = { ...world.ctx, db: away as unknown as typeof world.home.db };
  noteGiftEvent(noting, { clientId: 1, requestId: 2, kind: 'opened' }, world.clock.now());
  await giftEventsWritten(noting.db);
});

test('order resend and order show work at a shell, with addresses masked by default', async () => {
  await using world = await testWorld();
  const client = await world.client();
  const product = await world.product({ scheme: 'platform' });
  const order = { product_id: product.id, face: 500, email_to: 'anna@mail.exmaple' };
  const id = String(await client.makeOrder(order));
  await world.settle();
  const command = async (...args: string[]): Promise<string> => {
    const env = {
      ...childEnvironment,
      FACEVALUE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      FACEVALUE_DATA: world.ctx.config.dataFolder,
      DATABASE_URL: world.databaseUrl,
    };
    const ran = await promisify(execFile)(process.execPath, [main, 'order', ...args], { env });
    return ran.stdout;
  };
  const resent = JSON.parse(await command('resend', id, '--email', 'anna@mail.example', '--json')) as object;
  assert.deepEqual(resent, { id: Number(id), channels: ['email'], left_today: 4, repeated: false });
  await world.home.db.query(`update deliveries set due_at = $1 where state = 'due'`, [world.clock.now()]);
  await world.settle();
  assert.equal(world.mail.letters.length, 2);
  const details = await command('show', id);
  assert.match(details, /resend asked\s+certificate 2 by email\s+a•••@mail\.example\s+operator/);
  assert.ok(!details.includes('anna@'));
  const { orders } = JSON.parse(await command('show', id, '--addresses', '--json')) as {
    orders: { deliveries: { address: string }[] }[];
  };
  assert.deepEqual(
    orders[0]?.deliveries.map(({ address }) => address),
    ['anna@mail.exmaple', 'anna@mail.example'],
  );
});
