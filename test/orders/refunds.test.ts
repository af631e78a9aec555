import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { refundOrder, type Refunded } from '../../src/orders/refund-order.ts';
import type { CrashPointName } from '../../src/platform/process/crash-point.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { settle } from '../../src/reports/settlement.ts';
import { supplierCaller } from '../support/supplier-caller.ts';
import type { TestClient } from '../support/test-client.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';
import { childEnvironment } from '../support/child-environment.ts';

const folder = mkdtempSync(join(tmpdir(), 'facevalue-refunds-'));
after(() => rmSync(folder, { recursive: true }));

const refund = (world: TestWorld, shop: TestClient, requestId: number): Promise<Refunded> =>
  transaction(world.home.db, (tx) =>
    refundOrder(tx, { clientId: shop.id, requestId, note: 'bought twice' }, world.clock.now()),
  );

async function transfersOf(world: TestWorld, requestId: number): Promise<string[]> {
  const { rows } = await world.home.db.query<{ kind: string }>(
    `select kind from transfers where request_id = $1 order by id`,
    [requestId],
  );
  return rows.map(({ kind }) => kind);
}

test('a refund returns the sum once and blocks the certificate everywhere', async () => {
  await using world = await testWorld();
  const product = await world.product({ scheme: 'platform' });
  const shop = await world.client();
  const caller = await supplierCaller(world, product.supplierId);
  const id = await shop.makeOrder({ product_id: product.id, face: 500 });
  await world.settle();
  const { code } = await shop.getCode(id);
  const link = String((await shop.getStatus(id))['link']);
  const told = shop.told(id).length;
  assert.equal(await shop.getBalance(), 99_500);

  world.clock.forward('1 h');
  assert.deepEqual(await refund(world, shop, id), { is: 'refunded', sumKopecks: 50_000 });
  const again = await refund(world, shop, id);
  assert.equal(again.is, 'refunded-before');
  await world.settle();

  assert.equal(await shop.getBalance(), 100_000);
  assert.deepEqual(await transfersOf(world, id), ['hold', 'capture', 'refund']);
  const status = await shop.getStatus(id);
  const { error_code: errorCode, error_text: errorText, reason, link: linkThen } = status;
  assert.deepEqual([status['status'], errorCode, reason, linkThen], ['error', 1209, 'refunded', undefined]);
  assert.equal(typeof errorText, 'string', 'where old clients look for it');
  assert.ok(Number.isInteger(status['order_id']));
  assert.equal(status['refunded_at'], '2026-11-21 13:00:00');
  assert.equal(status['refunded_sum'], 500);
  assert.equal(shop.told(id).length, told, 'no callback says it');
  assert.equal((await shop.error('getCode', { queue_id: id })).code, 1209);
  assert.equal((await shop.error('getCertificate', { queue_id: id })).code, 1209);
  assert.equal((await caller.check(code)).body['state'], 'blocked');
  assert.equal((await caller.redeem({ code })).body.error?.['code'], 'blocked');
  const page = await (await fetch(link, { headers: { 'accept-language': 'en' } })).text();
  assert.match(page, /The certificate was cancelled</);
  const pressed = await (await fetch(link, { method: 'POST' })).text();
  assert.ok(!pressed.includes(code), 'the button of an open page shows nothing');
});

test('an unsent letter is not sent after a refund', async () => {
  await using world = await testWorld();
  const product = await world.product({ scheme: 'platform' });
  const shop = await world.client();
  const date_send = '2026-11-23T12:00:00+03:00';
  const id = await shop.makeOrder({
    product_id: product.id,
    face: 500,
    email_to: 'anna@mail.example',
    date_send,
  });
  await world.settle();
  assert.equal((await refund(world, shop, id)).is, 'refunded');
  world.clock.forward('3 d');
  await world.settle();
  assert.deepEqual(world.mail.letters, []);
});

test('a redeemed, test or unissued order is not refunded', async () => {
  await using world = await testWorld();
  const product = await world.product({ scheme: 'platform' });
  const shop = await world.client();
  const caller = await supplierCaller(world, product.supplierId);
  const order = { product_id: product.id, face: 500 };
  const redeemed = await shop.makeOrder(order);
  const tested = await shop.makeOrder({ ...order, testmode: 1 });
  await world.settle();
  assert.equal((await caller.redeem({ code: (await shop.getCode(redeemed)).code })).status, 200);
  const queued = await shop.makeOrder(order);

  const refusals = [];
  for (const id of [redeemed, tested, queued, 1]) refusals.push((await refund(world, shop, id)).is);
  assert.deepEqual(refusals, ['redeemed', 'test-order', 'not-issued', 'no-order']);
  await world.settle();
  assert.equal(await shop.getBalance(), 99_000);
  assert.deepEqual(await transfersOf(world, redeemed), ['hold', 'capture']);
});

test('a redeemed certificate is refunded after its supplier has taken it back, and settlement shows it', async () => {
  await using world = await testWorld();
  const product = await world.product({ scheme: 'platform' });
  const shop = await world.client();
  const caller = await supplierCaller(world, product.supplierId);
  const ask = (id: number) => ({ clientId: shop.id, requestId: id, note: 'goods returned', takenBack: true });
  const takeBack = (id: number): Promise<Refunded> =>
    transaction(world.home.db, (tx) => refundOrder(tx, ask(id), world.clock.now()));
  const id = await shop.makeOrder({ product_id: product.id, face: 500 });
  await world.settle();
  const { code } = await shop.getCode(id);
  assert.deepEqual(await takeBack(id), { is: 'not-redeemed' });
  assert.equal((await caller.redeem({ code })).status, 200);
  assert.equal((await refund(world, shop, id)).is, 'redeemed');
  const outcomes = await Promise.all([takeBack(id), takeBack(id)]);
  assert.deepEqual(outcomes.map(({ is }) => is).toSorted(), ['refunded', 'refunded-before']);
  assert.equal(await shop.getBalance(), 100_000);
  assert.notEqual((await caller.redeem({ code })).status, 200, 'it is good at no till any more');
  const period = {
    supplierId: product.supplierId,
    from: new Date('2026-11-01T00:00:00+03:00'),
    to: new Date('2026-12-01T00:00:00+03:00'),
  };
  const settled = await transaction(world.home.db, (tx) => settle(tx, period, world.clock.now()));
  assert.partialDeepStrictEqual(settled, { lines: [{ issued: 1, redeemed: 1, refunded: 1, takenBack: 1 }] });
});

const racesAtOnce = 3;

test('of a concurrent refund and redemption exactly one succeeds', async () => {
  await using world = await testWorld();
  const product = await world.product({ scheme: 'platform' });
  const shop = await world.client();
  const caller = await supplierCaller(world, product.supplierId);
  const ids: number[] = [];
  for (let index = 0; index < 12; index += 1)
    ids.push(await shop.makeOrder({ product_id: product.id, face: 500 }));
  await world.settle();
  const codes = await Promise.all(ids.map((id) => shop.getCode(id)));

  const race = async (index: number): Promise<boolean> => {
    const id = ids[index] ?? 0;
    const code = codes[index]?.code ?? '';
    const tries = [
      () => refund(world, shop, id).then(({ is }) => is === 'refunded'),
      () => caller.redeem({ code }).then(({ status }) => status === 200),
      () => refund(world, shop, id).then(({ is }) => is === 'refunded'),
    ];
    const [first, till, second] = await Promise.all(tries.map((attempt) => attempt()));
    const winners = [first, till, second].filter(Boolean).length;
    assert.equal(winners, 1, `order ${id} went to ${winners}`);
    return till === true;
  };
  // Few enough at once that none waits for the row of the client's funds until its limit, on a busy machine neither.
  const outcomes: boolean[] = [];
  for (let index = 0; index < ids.length; index += racesAtOnce)
    outcomes.push(
      ...(await Promise.all(ids.slice(index, index + racesAtOnce).map((_, next) => race(index + next)))),
    );
  const redeemed = outcomes.filter(Boolean).length;
  assert.equal(await shop.getBalance(), 100_000 - redeemed * 500);
});

const points: CrashPointName[] = ['refund:before-commit', 'refund:after-commit'];
for (const point of points) {
  test(`killed at ${point}, a repeated refund returns the sum once`, async () => {
    await using world = await testWorld();
    const product = await world.product({ scheme: 'platform' });
    const shop = await world.client();
    const id = await shop.makeOrder({ product_id: product.id, face: 500 });
    await world.settle();
    const run = (crashAt: string) =>
      spawnSync(
        process.execPath,
        [
          join(import.meta.dirname, '../../src/main.ts'),
          'order',
          'refund',
          String(id),
          '--note',
          'sent to the wrong person',
        ],
        {
          env: {
            ...childEnvironment,
            FACEVALUE_DATA: folder,
            FACEVALUE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
            FACEVALUE_CRASH_AT: crashAt,
            DATABASE_URL: world.databaseUrl,
          },
          encoding: 'utf8',
        },
      );
    assert.equal(run(point).signal, 'SIGKILL');
    const repeat = run('');
    assert.equal(repeat.status, point === 'refund:before-commit' ? 0 : 1, repeat.stderr);
    if (point === 'refund:after-commit') assert.match(repeat.stderr, /was refunded on/);
    assert.deepEqual(await transfersOf(world, id), ['hold', 'capture', 'refund']);
    assert.equal(await shop.getBalance(), 100_000);
  });
}
