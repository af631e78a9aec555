/** `verify` sees what a defect could do to a choice certificate. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transaction } from '../../../src/platform/database/database.ts';
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
  for (const { damage, sql, seenBy } of damages) {
    const seen: string[] = [];
    const damaged = transaction(db, async (tx) => {
      for (const statement of sql.split(';')) await tx.query(statement);
      for (const { name, breaches } of checks)
        if ((await tx.query(breaches)).rows.length > 0) seen.push(name);
      throw new Undone();
    });
    await assert.rejects(damaged, Undone, damage);
    assert.deepEqual(seen.toSorted(), seenBy, damage);
  }
});
