import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { retireKey } from '../../src/clients/keys.ts';
import { rotateKey } from '../../src/clients/rotate-key.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import type { TestProduct } from '../support/arrange.ts';
import { testClient, type TestClient } from '../support/test-client.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

let world: TestWorld;
let coffee: TestProduct;

before(async () => {
  world = await testWorld();
  coffee = await world.product();
  await world.pool(coffee, 500, 3);
});
after(() => world[Symbol.asyncDispose]());

/** Changes of a client are seen within a second. */
const whileKept = (): Promise<void> => sleep(1100);

/** The same client, as a program with a test key of it. */
async function tester(client: TestClient): Promise<TestClient> {
  const { clock, baseUrl, callbacks } = world;
  const ctx = world.cellOf(client);
  const ask = { clientId: client.id, kind: 'test' } as const;
  const made = await rotateKey(ctx.db, ctx.keyring, fromShell, ask, clock.now());
  assert.ok(made.is === 'rotated');
  assert.match(made.secret, /^test_/);
  return testClient(baseUrl, { id: client.id, secret: made.secret }, callbacks);
}

const order = (): object => ({ product_id: coffee.id, face: 500, delivery_type: 'link' });

const sums = async (shop: TestClient): Promise<unknown> =>
  (
    await world.cellOf(shop).db.query(
      `select (select json_agg(a order by client_id, name) from accounts a) as accounts,
         (select count(*) from transfers) as transfers,
         (select json_agg(s) from stock_available s) as stock,
         (select count(*) from codes where state <> 'free') as sold,
         (select count(*) from exchanges) as exchanges,
         (select json_agg(u) from brand_usage u) as limits`,
    )
  ).rows[0];

test('an order with a test key is a test order whatever it says, and touches nothing that is real', async () => {
  // On its way: it has a test key before it is live.
  const shop = await world.client({ testMode: true });
  const program = await tester(shop);
  const untouched = await sums(shop);
  const id = await program.makeOrder({ ...order(), testmode: 0 });
  await world.settle();
  assert.deepEqual(await program.getCode(id), {
    code: '99999-999-999-999',
    pin: '9999',
    expire_date: null,
    format: 'code128',
  });
  assert.equal((await program.getStatus(id))['testmode'], 1);
  assert.deepEqual(await sums(shop), untouched);
  const { rows } = await world.cellOf(shop).db.query(`select from order_days where orders > 0`);
  assert.equal(rows.length, 0, 'no report counts it');
});

test('a test key sees test orders alone; a live key sees both', async () => {
  const shop = await world.client();
  const program = await tester(shop);
  const real = await shop.makeOrder(order());
  const tried = await program.makeOrder(order());
  const announced = await shop.makeOrder({ ...order(), testmode: 1 });
  await world.settle();
  for (const cmd of ['getCode', 'getLinks', 'getCertificate', 'resend'])
    assert.equal((await program.error(cmd, { queue_id: real })).code, 1201);
  assert.equal((await program.error('getStatus', { id: real })).code, 1201);
  for (const id of [tried, announced]) {
    assert.equal((await program.getStatus(id))['status'], 'ok');
    assert.equal((await shop.getStatus(id))['testmode'], 1);
  }
  assert.equal((await shop.getStatus(real))['testmode'], 0);
});

test('a uuid of a test never meets that of a live order, in either direction', async () => {
  const shop = await world.client();
  const program = await tester(shop);
  const named = { ...order(), uuid: 'order-17' };
  const tried = await program.makeOrder(named);
  const real = await shop.makeOrder(named);
  assert.notEqual(real, tried);
  assert.equal(await program.makeOrder(named), tried);
  assert.equal(await shop.makeOrder(named), real);
  assert.equal((await program.refusedOrder({ ...named, comment: 'other' })).code, 1207);
  await world.settle();
  assert.equal((await shop.getStatus(real))['testmode'], 0);
  assert.notEqual((await shop.getCode(real)).code, '99999-999-999-999');
});

test('what is about money is not for test keys', async () => {
  const shop = await world.client();
  const program = await tester(shop);
  assert.equal(await program.getBalance(), 1_000_000);
  assert.equal(await shop.getBalance(), 100_000);
  for (const [cmd, data] of [
    ['makeTopUp', { sum: 1000 }],
    ['getTopUpStatus', { id: 1001 }],
    ['getTopUpLimit', {}],
  ] as const)
    assert.equal((await program.error(cmd, data)).code, 1005);
});

test('a bulk order of a test key is placed as test orders, and is its own', async () => {
  const shop = await world.client();
  const program = await tester(shop);
  const untouched = await sums(shop);
  const bulk = { uuid: 'bonus', orders: [order(), { ...order(), uuid: 'b-2', testmode: 0 }] };
  const { data } = await program.call('makeBulkOrder', bulk);
  const { id } = data as { id: number };
  await world.settle();
  const report = (await program.call('getReport', { uuid: 'bonus' })).data as Record<string, unknown>;
  assert.deepEqual(
    [report['id'], report['uuid'], report['status'], report['issued']],
    [id, 'bonus', 'done', 2],
  );
  assert.deepEqual(await sums(shop), untouched);
  assert.equal((await shop.error('getReport', { uuid: 'bonus' })).code, 1201);
  const real = (await shop.call('makeBulkOrder', { ...bulk, orders: [{ ...order(), face: 1 }] })).data as {
    id: number;
  };
  assert.notEqual(real.id, id);
  assert.equal((await program.error('getReport', { id: real.id })).code, 1201);
  await world.settle();
});

test('a test key is replaced with an overlap, or ended at once; live keys stay as they are', async () => {
  const shop = await world.client();
  const first = await tester(shop);
  assert.equal(await first.getBalance(), 1_000_000);
  const second = await tester(shop);
  await whileKept();
  assert.equal(await second.getBalance(), 1_000_000);
  assert.equal(await first.getBalance(), 1_000_000);
  const { clock } = world;
  const ctx = world.cellOf(shop);
  const end = (version: number, kind: 'live' | 'test') =>
    retireKey(ctx.db, ctx.keyring, fromShell, { clientId: shop.id, version, kind }, clock.now());
  assert.equal((await end(2, 'test')).is, 'retired');
  assert.equal((await end(2, 'test')).is, 'missing');
  assert.equal((await end(1, 'live')).is, 'missing');
  await whileKept();
  assert.equal((await second.error('getBalance')).code, 1002);
  clock.forward('25 h');
  assert.equal((await first.error('getBalance')).code, 1002);
  assert.equal(await shop.getBalance(), 100_000);
});
