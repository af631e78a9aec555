/** What watches over the platform counts the cells together: alerts, digests, metrics and what is new in the catalogue. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setClient } from '../../src/clients/set-client.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { catalogueChanges } from '../../src/catalog/catalogue-changes.ts';
import { minutes, operator, settings, told } from '../suppliers/told-digests.ts';
import type { TestClient } from '../support/test-client.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const three = { ...settings, FACEVALUE_TEST_CELLS: '3' };

async function shopsOf(world: TestWorld): Promise<TestClient[]> {
  const shops = [await world.client(), await world.client(), await world.client()];
  for (const [place, { id }] of shops.entries())
    await transaction(world.cellOf({ id }).db, (tx) =>
      setClient(tx, id, { contactMail: `shop-${place}@shop.example` }),
    );
  return shops;
}

const gauge = async ({ baseUrl }: TestWorld, name: string): Promise<string | undefined> => {
  const answer = await fetch(`${baseUrl}/metrics`, { headers: { authorization: 'Bearer operator-token' } });
  return (await answer.text())
    .split('\n')
    .find((line) => line.startsWith(name))
    ?.slice(name.length + 1);
};

test('failures of all cells are told to the operator in one letter, and to each client its own', async () => {
  await using world = await testWorld(three);
  const product = await world.product({ scheme: 'platform' });
  for (const shop of await shopsOf(world))
    for (const name of ['one', 'two'])
      await shop.makeOrder({ product_id: product.id, face: 500, email_to: `${name}@nowhere.example` });
  await world.settle();
  for (const { db } of world.ctx.cells)
    await db.query(
      `update deliveries set state = 'failed', last_error = 'no such mailbox', due_at = $1, sent_at = null where channel = 'email'`,
      [world.clock.now()],
    );
  await minutes(world, 2);
  assert.deepEqual(told(world), [
    `${operator}: Письма не доставлены: 6`,
    ...[0, 1, 2].map((place) => `shop-${place}@shop.example: Письма не доставлены: 2`),
  ]);
  assert.equal(await gauge(world, 'facevalue_failures{kind="letters-failed"}'), '6');
  await minutes(world, 600);
  assert.equal(told(world).length, 4, 'told once');
});

test('what is in the centre is told once, and a supplier that is silent in three cells is one', async () => {
  await using world = await testWorld(three);
  const product = await world.product({ scheme: 'platform' });
  const shops = await shopsOf(world);
  const now = world.clock.now();
  await world.ctx.db.query(`insert into guess_alarms (kind, at, ends_at) values ('receipt-codes', $1, $1)`, [
    now,
  ]);
  for (const shop of shops)
    await world.cellOf(shop).db.query(
      `insert into exchanges (supplier_id, kind, client_id, request_id, product_id, face_kopecks, call_id, state, details, due_at,
         deadline_at, attempts, created_at)
       values ($1, 'issue', $2, 1, $3, 50000, gen_random_uuid(), 'due', '', $4::timestamptz + interval '1 day', $4, 1, $4)`,
      [product.supplierId, shop.id, product.id, now],
    );
  await minutes(world, 11);
  await minutes(world, 11);
  const letters = world.mail.letters.filter(({ to }) => JSON.stringify(to).includes(operator));
  assert.equal(told(world).length, 2, JSON.stringify(told(world)));
  assert.match(letters.map(({ text }) => text).join('\n'), / · 3$/m);
  assert.equal(await gauge(world, 'facevalue_failures{kind="suppliers-silent"}'), '1');
  for (const { db } of world.ctx.cells) await db.query(`delete from exchanges`);
});

test('stock is low when the codes of all cells together are few, and that is told once', async () => {
  await using world = await testWorld(three);
  const shops = await shopsOf(world);
  const product = await world.product({ lowStock: 5, facesRoubles: [500] });
  await world.pool(product, 500, 6);
  await world.settle();
  for (const shop of shops) await shop.makeOrder({ product_id: product.id, face: 500 });
  await world.settle();
  const alerts = async () =>
    (await world.ctx.db.query(`select kind, left_then as "left", recovered_at is null as open from alerts`))
      .rows;
  const [first, ...others] = await alerts();
  assert.ok(first !== undefined && others.length === 0);
  assert.equal(await gauge(world, `facevalue_stock_free{product="${product.id}",face="500"}`), '3');
  await world.pool(product, 500, 5);
  await world.settle();
  assert.deepEqual(await alerts(), [{ ...first, open: false }]);
});

test('a face is new in the catalogue when the first cell has codes of it, and once', async () => {
  await using world = await testWorld(three);
  await shopsOf(world);
  const before = await world.product({ scheme: 'platform' });
  await world.settle();
  const product = await world.product({ title: 'Самовар', facesRoubles: [500] });
  await world.pool(product, 500, 3);
  await minutes(world, 6);
  const changes = await catalogueChanges(world.ctx.db, new Date(0));
  assert.deepEqual(
    changes.filter(({ productId }) => productId !== before.id).map(({ title, kind }) => [title, kind]),
    [['Самовар', 'come']],
  );
});
