import assert from 'node:assert/strict';
import { chargeBack, topUp } from '../ledger/top-up.ts';
import { test } from 'node:test';
import { orderAsk } from '../../test/properties/order-ask.ts';
import { addClient, addCodes, addProduct, freshCodes, type Place } from '../../test/support/arrange.ts';
import { fromShell } from '../people/access/principal.ts';
import { worldsOnCluster } from '../../test/support/citus-database.ts';
import { migratedDatabase, type MigratedDatabase } from '../../test/support/migrated-database.ts';
import { issueOrders } from '../orders/issue-orders.ts';
import type { OrderAsk } from '../orders/order-ask.ts';
import { placeOrders } from '../orders/place-orders.ts';
import { pipelinedTransaction, transaction } from '../platform/database/database.ts';
import { redeemCode } from '../redemption/redeem-codes.ts';
import { openCode, type SealedCode } from '../vault/seal-code.ts';
import { findOrders, listOrders } from './order-report.ts';
import { verify } from './verify.ts';

type Asked = Pick<OrderAsk, 'client' | 'productId'> & Partial<OrderAsk>;

const ask = (given: Asked): OrderAsk => orderAsk({ faceKopecks: 50_000, ...given });

/**
 * A world with requests in every final state: issued from a pool and made by the platform, failed, delayed, queued,
 * test.
 */
async function livedIn(world: MigratedDatabase): Promise<void> {
  const { db, keyring, now } = world;
  const place: Place = { ...world, now: () => now };
  const client = await addClient(place);
  const patient = await addClient(place, { delayedMode: true });
  const pool = await addProduct(place);
  const made = await addProduct(place, { scheme: 'platform' });
  await addCodes(place, pool, 500, freshCodes(3));
  const buy = (given: Asked[]): Promise<unknown> =>
    pipelinedTransaction(db, (tx) => placeOrders(tx, given.map(ask), now));
  const issue = (): Promise<unknown> =>
    transaction(db, (tx) => issueOrders(tx, { keyring, baseUrl: 'http://x.example', limit: 100 }, now));
  const productId = pool.id;
  await buy([
    { client, productId, uuid: 'a', parametersHash: 'aa' },
    { client, productId },
    { client, productId: made.id },
  ]);
  await buy([{ client, productId, testmode: true }]);
  await issue();
  await buy([{ client, productId }]);
  await issue();
  // Its money is charged back before it is issued: it fails.
  await buy([{ client, productId: made.id }]);
  const money = { clientId: client.id, amountKopecks: 10_000_000, reference: 'back', note: '' };
  await transaction(db, (tx) => chargeBack(tx, money, now));
  await issue();
  await transaction(db, (tx) => topUp(tx, money, now));
  await buy([{ client: patient, productId }]);
  await buy([{ client, productId: made.id }]);
  await redeemAll(world);
}

/** Every sold code but the first is redeemed; a code that is not redeemed is no violation. */
async function redeemAll({ db, keyring, now }: MigratedDatabase): Promise<void> {
  const { rows } = await db.query<SealedCode & { supplierId: number }>(
    `select supplier_id as "supplierId", fingerprint, sealed from codes where state = 'sold' order by supplier_id, id offset 1`,
  );
  for (const { supplierId, ...sealed } of rows) {
    const till = { supplierId, principal: fromShell, name: 'Касса 1', redeemsOwn: true };
    const { number } = openCode(keyring, supplierId, sealed);
    const wish = { till, number, idempotencyKey: null };
    const redeemed = await transaction(db, (tx) => redeemCode(tx, keyring, wish, now));
    assert.equal(redeemed.is, 'redeemed');
  }
}

const proof = (world: MigratedDatabase) => transaction(world.db, (tx) => verify(tx, () => {}, world.keyring));

async function brokenChecks(world: MigratedDatabase): Promise<string[]> {
  const outcome = await proof(world);
  assert.equal(
    outcome.ok,
    outcome.checks.every((check) => check.ok),
  );
  return outcome.checks.filter((check) => !check.ok).map((check) => check.name);
}

test('a database with every kind of event passes all checks', async () => {
  await using world = await migratedDatabase();
  await livedIn(world);
  const outcome = await proof(world);
  assert.deepEqual(
    outcome.checks.filter((check) => !check.ok),
    [],
  );
  assert.deepEqual(outcome.counts, { clients: 2, transfers: 16, requests: 8, certificates: 5, codes: 4 });
  const states = (await listOrders(world.db, { clientId: null, state: null, limit: 50 })).map(
    (line) => line.state,
  );
  assert.deepEqual(states.toSorted(), [
    'delayed',
    'failed',
    'issued',
    'issued',
    'issued',
    'issued',
    'issued',
    'queued',
  ]);
});

/** Each damage is one that a defect could do, with the checks that must detect it. */
const damages: { damage: string; sql: string; seenBy: string[] }[] = [
  {
    damage: 'a balance is edited',
    sql: `update accounts set balance_kopecks = balance_kopecks + 1 where name = 'sales' and balance_kopecks > 0`,
    seenBy: ['balances', 'zero-sum'],
  },
  {
    damage: 'a transfer is lost',
    sql: `delete from transfers where id = (select min(id) from transfers where kind = 'capture')`,
    seenBy: ['balances', 'money-of-requests'],
  },
  {
    damage: 'an issued order was released instead of captured',
    sql: `update transfers set kind = 'release', to_account = 'funds' where id = (select min(id) from transfers where kind = 'capture')`,
    seenBy: ['balances', 'money-of-requests'],
  },
  {
    damage: 'another amount was held than the sum',
    sql: `update requests set sum_kopecks = sum_kopecks + 1 where state = 'queued'`,
    seenBy: ['money-of-requests'],
  },
  {
    damage: 'money moved for a request that is gone',
    sql: `delete from requests where state = 'delayed'`,
    seenBy: ['money-of-requests'],
  },
  {
    damage: 'a delayed request holds nothing',
    sql: `delete from transfers where request_id = (select id from requests where state = 'delayed')`,
    seenBy: ['balances', 'money-of-requests'],
  },
  {
    damage: 'a sold code is free again',
    sql: `update codes set state = 'free', client_id = null, request_id = null, sold_at = null where position = 1`,
    seenBy: ['issued-orders', 'stock'],
  },
  {
    damage: 'two codes went to one order',
    sql: `update codes set (client_id, request_id) = (select client_id, request_id from codes where position = 2) where position = 1`,
    seenBy: ['sold-codes', 'issued-orders'],
  },
  {
    damage: 'two certificates show one code',
    sql: `update certificates set code_id = (select min(code_id) from certificates) where code_id is not null`,
    seenBy: ['sold-codes', 'one-order-a-code', 'redemptions'],
  },
  {
    damage: 'a code of another face was given',
    sql: `update codes set face_kopecks = 100000 where position is null`,
    seenBy: ['sold-codes'],
  },
  {
    damage: 'a test order took a code',
    sql: `update certificates set code_id = 999 where request_id = (select id from requests where testmode)`,
    seenBy: ['issued-orders'],
  },
  {
    damage: 'an issued order lost its certificate',
    sql: `delete from certificates where request_id = (select min(request_id) from certificates)`,
    seenBy: ['sold-codes', 'issued-orders'],
  },
  {
    damage: 'an order number was given twice',
    sql: `update requests set order_id = (select min(order_id) from requests where state = 'issued') where state = 'issued' and not testmode`,
    seenBy: ['issued-orders', 'order-numbers'],
  },
  {
    damage: 'the stock counter is off',
    sql: `update stock set free = free + 1`,
    seenBy: ['stock', 'promised-codes'],
  },
  {
    damage: 'a code is promised to nobody',
    sql: `update stock_available set available = available + 1`,
    seenBy: ['promised-codes'],
  },
  {
    damage: 'a share in a limit was counted twice',
    sql: `insert into brand_usage (supplier_id, brand_id, month, orders) values (501, 1, '2026-10-01', 1)`,
    seenBy: ['promised-limits'],
  },
  {
    damage: 'a code is in the lot of another day',
    sql: `update codes set expires_at = '2030-01-01 12:00:00+03' where position = 1`,
    seenBy: ['lots'],
  },
  {
    damage: 'a position is missing',
    sql: `update stock set last_position = last_position + 1, next_position = next_position + 1`,
    seenBy: ['stock'],
  },
  {
    damage: 'a sold code will never be listed',
    sql: `delete from unlisted_codes where code_id = (select min(code_id) from unlisted_codes)`,
    seenBy: ['listing'],
  },
  {
    damage: 'a uuid leads nowhere',
    sql: `update idempotency set request_id = 1`,
    seenBy: ['uuids'],
  },
  {
    damage: 'a code that nobody bought was redeemed',
    sql: `insert into redemptions (supplier_id, code_id, transaction, till, redeemed_at) values (1, 999, 'A', '', now())`,
    seenBy: ['redemptions'],
  },
  {
    damage: 'a redeemed code went back to its pool',
    sql: `update codes set state = 'free', client_id = null, request_id = null, sold_at = null
      where id = (select max(code_id) from redemptions r join codes using (supplier_id) where codes.id = r.code_id and position is not null)`,
    seenBy: ['issued-orders', 'stock', 'redemptions'],
  },
  {
    damage: 'a code was redeemed at another supplier',
    sql: `update redemptions set supplier_id = supplier_id + 1000`,
    seenBy: ['redemptions'],
  },
  {
    damage: 'a code was redeemed twice',
    sql: `drop index one_redemption_a_part;
      insert into redemptions (supplier_id, code_id, transaction, till, redeemed_at)
      select supplier_id, code_id, 'ANOTHER' || code_id, till, redeemed_at from redemptions`,
    seenBy: ['redemptions'],
  },
  {
    damage: 'of a code that was redeemed whole a part was taken',
    sql: `update codes set taken_kopecks = 100 where id = (select max(code_id) from redemptions)`,
    seenBy: ['parts'],
  },
  {
    damage: 'nothing was taken of the code of a part',
    sql: `update redemptions set part = 1, amount_kopecks = 100, left_kopecks = 100`,
    seenBy: ['redemptions'],
  },
  {
    damage: 'a redemption was undone long after it could be',
    sql: `update redemptions set undone_at = redeemed_at + interval '25 hours', undone_by = 'person:1',
        undone_by_name = 'Анна', undo_reason = 'late'
      where code_id = (select max(code_id) from redemptions)`,
    seenBy: ['redemptions'],
  },
  {
    damage: 'a transaction number was given twice',
    sql: `alter table redemptions drop constraint redemptions_pkey;
      update redemptions set transaction = 'THESAME'`,
    seenBy: ['redemptions'],
  },
  {
    damage: 'a redeemed order is called refunded and its money was never returned',
    sql: `update requests set refunded_at = now() where (client_id, id) in (
      select c.client_id, c.request_id from codes c join redemptions r on r.supplier_id = c.supplier_id and r.code_id = c.id)`,
    seenBy: ['money-of-requests', 'redemptions', 'refunds'],
  },
  {
    damage: 'the code of an order is blocked without a refund',
    sql: `update codes set state = 'blocked' where id = (select min(id) from codes where request_id is not null)`,
    seenBy: ['refunds'],
  },
];

/** The views of a cell have nothing that could be dropped. */
const altersTables = /^(drop|alter) /;

for (const { damage, sql, seenBy } of damages) {
  const skip = worldsOnCluster && altersTables.test(sql);
  test(`verify finds that ${damage}`, { skip }, async () => {
    await using world = await migratedDatabase();
    await livedIn(world);
    // If there are several statements, the last one does the damage.
    const { rowCount } = [await world.db.query(sql)].flat().at(-1) ?? {};
    assert.ok((rowCount ?? 0) > 0);
    assert.deepEqual(await brokenChecks(world), seenBy);
  });
}

test('the report of an order is complete and has no code', async () => {
  await using world = await migratedDatabase();
  await livedIn(world);
  const [line] = await listOrders(world.db, { clientId: null, state: 'issued', limit: 1 });
  const [order] = await findOrders(world.db, { requestId: line?.requestId ?? 0 });
  assert.equal(order?.state, 'issued');
  assert.ok(order.codeId !== null && order.readings === 0);
  const [same] = await findOrders(world.db, { orderId: order.orderId ?? 0 });
  assert.deepEqual(same, order);
  assert.deepEqual(await findOrders(world.db, { requestId: 1 }), []);
});
