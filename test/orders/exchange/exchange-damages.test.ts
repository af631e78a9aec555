/** `verify` sees what a defect could do to a choice certificate. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refundOrder } from '../../../src/orders/refund-order.ts';
import { transaction, type Database } from '../../../src/platform/database/database.ts';
import { checks } from '../../../src/reports/verify-checks.ts';
import { testWorld } from '../../support/test-world.ts';
import { choiceOf, line } from './choice-world.ts';

class Undone extends Error {}

const damages: { damage: string; sql: string; seenBy: string[] }[] = [
  {
    damage: 'an order that nobody has paid',
    sql: `delete from exchanged_orders`,
    seenBy: ['exchanged-orders', 'parts'],
  },
  {
    damage: 'what was given back is taken again',
    sql: `update codes set taken_kopecks = taken_kopecks + 100 where taken_kopecks is not null`,
    seenBy: ['parts'],
  },
  {
    damage: 'an issued order gave its sum back',
    sql: `update exchanged_orders set given_back_at = exchanged_at`,
    seenBy: ['exchanged-orders', 'parts'],
  },
  {
    damage: 'more was taken than the face of the order',
    sql: `update exchanged_orders set kopecks = kopecks + 100; update codes set taken_kopecks = taken_kopecks + 100 where taken_kopecks is not null`,
    seenBy: ['exchanged-orders'],
  },
  {
    damage: 'the client has paid it too',
    sql: `insert into transfers (client_id, kind, from_account, to_account, amount_kopecks, request_id, phase, note, at)
      select e.client_id, t.kind, t.from_account, t.to_account, 100, e.request_id, t.phase, '', t.at
      from exchanged_orders e join transfers t on t.client_id = e.client_id and t.request_id = e.card_request_id`,
    seenBy: ['balances', 'money-of-requests'],
  },
  {
    damage: 'what was chosen returned its part to the client of a certificate in force',
    sql: `update exchanged_orders set given_back_at = exchanged_at, returned_kopecks = 50000`,
    seenBy: ['exchanged-orders'],
  },
  {
    damage: 'more is exchanged than there is',
    sql: `update requests set face_kopecks = 200000 where sum_kopecks = 0;
      update codes set face_kopecks = 200000 where request_id in (select request_id from exchanged_orders);
      update certificates set face_kopecks = 200000 where request_id in (select request_id from exchanged_orders);
      update exchanged_orders set kopecks = 200000;
      update codes set face_kopecks = 200000, taken_kopecks = 200000 where taken_kopecks is not null`,
    seenBy: ['choice-balances', 'sold-codes'],
  },
];

test('each damage is seen', async () => {
  await using world = await testWorld();
  const shop = await choiceOf(world);
  const key = await shop.buy();
  await shop.chosen(key, [line(shop.coffee, 500)]);
  await world.settle();
  await shop.assertVerified();
  const { db } = world.cellOf(shop.client);
  for (const { damage, sql, seenBy } of damages) assert.deepEqual(await seenOf(db, sql), seenBy, damage);
});

/** The checks that see a damage, which is undone again. */
async function seenOf(db: Database, sql: string): Promise<string[]> {
  const seen: string[] = [];
  const damaged = transaction(db, async (tx) => {
    for (const statement of sql.split(';')) await tx.query(statement);
    for (const { name, breaches } of checks) if ((await tx.query(breaches)).rows.length > 0) seen.push(name);
    throw new Undone();
  });
  await assert.rejects(damaged, Undone, sql);
  return seen.toSorted();
}

const refundDamages: { damage: string; sql: string; seenBy: string[] }[] = [
  {
    damage: 'less was returned than was paid for the rest',
    sql: `update transfers set amount_kopecks = amount_kopecks - 1 where phase = 3 and amount_kopecks = 30000`,
    seenBy: ['balances', 'refunds'],
  },
  {
    damage: 'the balance of a refunded certificate was changed after it',
    sql: `update codes set taken_kopecks = taken_kopecks + 100 where taken_kopecks = 70000`,
    seenBy: ['parts', 'refunds'],
  },
  {
    damage: 'another amount was returned for what was chosen',
    sql: `update transfers set amount_kopecks = amount_kopecks + 1 where phase = 3 and amount_kopecks = 70000`,
    seenBy: ['balances', 'exchanged-orders'],
  },
];

test('each damage to a refund of the rest is seen', async () => {
  await using world = await testWorld();
  const shop = await choiceOf(world);
  await world.ctx.db.query(
    `update faces set face_kopecks = 70000 where product_id = $1 and face_kopecks = 50000`,
    [shop.coffee.id],
  );
  const key = await shop.buy();
  const [chosen = 0] = await shop.chosen(key, [line(shop.coffee, 700)]);
  await world.settle();
  const { db } = world.cellOf(shop.client);
  for (const requestId of [key.cardRequestId, chosen]) {
    const refunded = await refundOrder(
      db,
      { clientId: shop.client.id, requestId, note: '' },
      world.clock.now(),
    );
    assert.equal(refunded.is, 'refunded');
  }
  await shop.assertVerified();
  for (const { damage, sql, seenBy } of refundDamages)
    assert.deepEqual(await seenOf(db, sql), seenBy, damage);
});
