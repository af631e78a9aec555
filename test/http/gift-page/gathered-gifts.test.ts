import assert from 'node:assert/strict';
import { test } from 'node:test';
import { giftHash, giftToken, plainHash } from '../../../src/certificates/gift-link.ts';
import { linkedRequest } from '../../../src/certificates/find-gift.ts';
import { giftEventsWritten } from '../../../src/certificates/gift-events.ts';
import type { Context } from '../../../src/context.ts';
import { createGiftPages } from '../../../src/http/gift-page/gift-pages.ts';
import { transaction, type Database, type Sql, type Tx } from '../../../src/platform/database/database.ts';
import { redeemCode, redeemCodes } from '../../../src/redemption/redeem-codes.ts';
import type { Till } from '../../../src/redemption/till.ts';
import { buyOne, shop } from '../../redemption/redemption-shop.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const gifts = 30;
const noPdf = { make: () => Promise.reject(new Error('This test makes no PDF.')) };

/** The same database or transaction, with a count of its statements about these tables. */
function counting<Connection extends Database | Tx>(connection: Connection, pattern: RegExp) {
  const counted = { statements: 0 };
  const handler: ProxyHandler<Connection> = {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== 'query') return value;
      return (text: string, values: unknown[]) => {
        if (pattern.test(text)) counted.statements += 1;
        return (target as Sql).query(text, values);
      };
    },
  };
  return { counted, db: new Proxy(connection, handler) };
}

async function sold(world: TestWorld, count: number) {
  const { client, product } = await shop(world);
  const ids = await Promise.all(
    Array.from({ length: count }, () =>
      client.makeOrder({ product_id: product.id, face: 500, delivery_type: 'code' }),
    ),
  );
  await world.settle();
  const orders = await Promise.all(
    ids.map(async (id) => ({
      token: giftToken(
        world.ctx.keyring,
        await linkedRequest(world.cellOf(client).db, { clientId: client.id, requestId: id }),
      ),
      number: (await client.getCode(id)).code,
    })),
  );
  const till: Till = {
    supplierId: product.supplierId,
    principal: { is: 'program', side: 'supplier', partyId: product.supplierId },
    name: 'Касса 1',
    redeemsOwn: false,
  };
  return { client, product, till, orders };
}

const pagesOf = (ctx: Context, db: Database) => createGiftPages({ ...ctx, db }, noPdf);

test('gift pages that are asked for together are found and opened by few statements, each its own', async () => {
  await using world = await testWorld();
  const { orders } = await sold(world, gifts);
  const found = counting(world.home.db, /from certificates/);
  const opened = counting(found.db, /code_readings/);
  const pages = pagesOf(world.ctx, opened.db);

  const shown = await Promise.all(orders.map(({ token }) => pages.reveal(token, '192.0.2.1')));
  assert.deepEqual(
    shown.map((page) => page?.code.number),
    orders.map(({ number }) => number),
  );
  assert.ok(found.counted.statements <= 3, `${found.counted.statements} statements found them`);
  assert.ok(opened.counted.statements <= 3, `${opened.counted.statements} statements opened them`);
  const { rows } = await world.home.db.query<{ readings: number; codes: number }>(
    `select count(*) as readings, count(distinct code_id) as codes from code_readings where reader = 'gift-page'`,
  );
  assert.deepEqual(rows, [{ readings: gifts, codes: gifts }]);
  await giftEventsWritten(opened.db);
});

test('one that may not be shown, and an unknown one, do not disturb those beside them', async () => {
  await using world = await testWorld();
  const { orders } = await sold(world, 3);
  const [one, blocked, other] = orders;
  const pages = pagesOf(world.ctx, world.home.db);
  const setState = (state: 'blocked' | 'sold') =>
    world.home.db.query(
      `update codes set state = $2 where id = (
         select code_id from certificates where token_hash = $1)`,
      [giftHash(blocked?.token ?? ''), state],
    );
  await setState('blocked');
  const tokens = [one, blocked, other].map((order) => order?.token ?? '').concat('A'.repeat(22));
  const shown = await Promise.all(tokens.map((token) => pages.reveal(token, '192.0.2.1')));
  assert.deepEqual(
    shown.map((page) => page?.code.number ?? null),
    [one?.number, null, other?.number, null],
  );
  const sealed = await Promise.all(tokens.map((token) => pages.find(token)));
  assert.deepEqual(
    sealed.map((page) => page?.view.state ?? null),
    ['active', 'blocked', 'active', null],
  );
  await setState('sold');
  await giftEventsWritten(world.home.db);
});

test('a page shows a redemption and a change of the product at once', async () => {
  await using world = await testWorld();
  const { orders, till, product } = await sold(world, 1);
  const [{ token, number } = { token: '', number: '' }] = orders;
  const pages = pagesOf(world.ctx, world.home.db);
  const view = async () => (await pages.find(token))?.view;
  assert.equal((await view())?.state, 'active');
  const { db, keyring } = world.home;
  await redeemCode(db, keyring, { till, number, idempotencyKey: null }, world.clock.now());
  assert.equal((await view())?.state, 'redeemed');
  for (const phone of ['+7 800 000-00-01', '+7 800 000-00-02']) {
    await db.query(`update products set support_phone = $2 where id = $1`, [product.id, phone]);
    assert.equal((await view())?.support.phone, phone);
  }
  await giftEventsWritten(db);
});

test('codes that are redeemed for the first time need two statements, however many', async () => {
  await using world = await testWorld();
  const { orders, till, client, product } = await sold(world, 10);
  const { db, keyring } = world.home;
  const first = await buyOne(world, client, product);
  const asks = orders.map(({ number }) => ({ till, number, idempotencyKey: `key-${number}` }));
  const redeemed = await transaction(db, async (tx) => {
    const { counted, db: watched } = counting(tx, /./);
    const outcomes = await redeemCodes(watched, keyring, asks, world.clock.now());
    assert.equal(counted.statements, 2);
    return outcomes;
  });
  assert.ok(redeemed.every(({ is }) => is === 'redeemed'));
  // A key that was used, a code that is redeemed, and a new one in the same batch.
  const [used] = asks;
  const mixed = await redeemCodes(
    db,
    keyring,
    [
      { till, number: first, idempotencyKey: used?.idempotencyKey ?? '' },
      { till, number: used?.number ?? '', idempotencyKey: 'new' },
      { till, number: first, idempotencyKey: 'first' },
    ],
    world.clock.now(),
  );
  assert.deepEqual(
    mixed.map(({ is }) => is),
    ['other-code', 'already-redeemed', 'redeemed'],
  );
});

test('a certificate from before links had salts keeps its link, and the same ids with a salt do not open it', async () => {
  await using world = await testWorld();
  const { client, orders } = await sold(world, 1);
  const [order] = orders;
  const { db } = world.cellOf(client);
  const { rows } = await db.query<{ id: number }>(`select id from requests where client_id = $1`, [
    client.id,
  ]);
  const ids = { clientId: client.id, requestId: rows[0]?.id ?? 0 };
  const before = giftToken(world.ctx.keyring, { ...ids, linkSalt: null });
  await db.query(`update requests set link_salt = null where client_id = $1`, [client.id]);
  await db.query(`update certificates set token_hash = $2 where client_id = $1`, [
    client.id,
    giftHash(before),
  ]);
  const told = await client.getLinks(ids.requestId);
  assert.ok(String(told['download_url']).endsWith(`/g/${before}`));
  const pages = pagesOf(world.ctx, world.home.db);
  assert.equal((await pages.reveal(before, '192.0.2.1'))?.code.number, order?.number);
  assert.equal(await pages.reveal(order?.token ?? '', '192.0.2.1'), null);
});

test('a certificate from before links had places opens by the link of then and by that of now', async () => {
  await using world = await testWorld();
  const { client, orders } = await sold(world, 2);
  const token = orders[0]?.token ?? '';
  const { rowCount } = await world
    .cellOf(client)
    .db.query(`update certificates set token_hash = $2 where token_hash = $1`, [
      giftHash(token),
      plainHash(token),
    ]);
  assert.equal(rowCount, 1);
  const pages = pagesOf(world.ctx, world.home.db);
  const shown = await Promise.all([token.slice(0, -3), token].map((link) => pages.reveal(link, '192.0.2.1')));
  assert.deepEqual(
    shown.map((page) => page?.code.number),
    [orders[0]?.number, orders[0]?.number],
  );
  const wrong = `${(orders[1]?.token ?? '').slice(0, -3)}AAA`;
  assert.equal(await pages.reveal(wrong, '192.0.2.1'), null);
});
