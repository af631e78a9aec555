import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { endOrders } from '../../src/orders/end-orders.ts';
import { lockObtaining } from '../../src/orders/finish-obtaining.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { testWorld } from '../support/test-world.ts';
import { assertNothingLost, judge } from './ledger-judge.ts';
import { refusalFaults, spoilingFaults } from './small-supplier-faults.ts';
import type { Fault } from './small-supplier.ts';
import { agree, exchangesOf, settleThrough, suppliedProduct } from './supplied-world.ts';

const worlds = 3;
const ordersAWorld = 150;
const longestScript = 4;
/** Long enough for a busy machine, short if calls wait for it. */
const timeoutMs = 2000;

const faults: Fault[] = [
  ...spoilingFaults,
  ...refusalFaults,
  'silent',
  'status-500',
  'duplicate',
  'another-code',
];
/** Every retry, the pauses of the circuit breaker, and the deadline. */
const spans = ['1 s', '2 s', '5 s', '15 s', '30 s', '60 s', '5 min', '5 min', '25 h'];

/** Successive faults of one request_id's calls; null: no fault. */
const script = fc.array(fc.option(fc.constantFrom(...faults), { freq: 6 }), { maxLength: longestScript });

for (const idempotent of [true, false]) {
  test(`whatever a supplier does, ${idempotent ? '' : 'not '}idempotent: each code it issued is sold once or quarantined`, async () => {
    const scripts = fc.array(script, { minLength: ordersAWorld, maxLength: ordersAWorld });
    await fc.assert(
      fc.asyncProperty(scripts, async (drawn) => {
        await using world = await testWorld();
        await using tea = await suppliedProduct(world, { idempotent, timeoutMs });
        tea.supplier.scripts = drawn.map((one) => [...one]);
        const [shop, patient] = [
          await world.client({ balanceRoubles: 1_000_000 }),
          await world.client({ balanceRoubles: 1_000_000, delayedMode: true }),
        ];
        const ids = await Promise.all(
          drawn.map(async (_, index) => {
            const buyer = index % 3 === 0 ? patient : shop;
            const ttl = index % 5 === 0 ? { ttl: 60 + index } : {};
            return { buyer, id: await buyer.makeOrder({ product_id: tea.id, face: 500, ...ttl }) };
          }),
        );
        await settleThrough(world, spans);
        const statuses = await Promise.all(ids.map(({ buyer, id }) => buyer.getStatus(id)));
        const ended = statuses.map(({ status }) => String(status));
        assert.ok(
          ended.every((status) => ['ok', 'error', 'delayed'].includes(status)),
          ended.join(),
        );
        const judgement = await judge(world.ctx, tea.supplierId, tea.supplier);
        assertNothingLost(judgement);
        assert.equal(judgement.sold, ended.filter((status) => status === 'ok').length);
        const spent = 2_000_000 - (await shop.getBalance()) - (await patient.getBalance());
        const held = ended.filter((status) => status === 'delayed').length;
        assert.equal(spent, 500 * (judgement.sold + held));
      }),
      { numRuns: worlds, endOnFailure: true },
    );
  });
}

const soon = ['1 s', '2 s', '5 s', '15 s', '30 s'];

for (const refusal of refusalFaults) {
  test(`after an unclear call a refused repeat (${refusal}) ends the order and quarantines the call`, async () => {
    await using world = await testWorld();
    await using tea = await suppliedProduct(world, { timeoutMs });
    const shop = await world.client({ delayedMode: true });
    tea.supplier.next = ['status-502-after-issue'];
    tea.supplier.always = refusal;
    const id = await shop.makeOrder({ product_id: tea.id, face: 500 });
    await settleThrough(world, [...spans]);
    assert.equal((await shop.getStatus(id))['error_code'], 1301);
    assert.equal(await shop.getBalance(), 100_000);
    const judgement = await judge(world.ctx, tea.supplierId, tea.supplier);
    assert.deepEqual(judgement, { issued: 1, sold: 0, quarantined: 1, lost: [], false: [] });
  });
}

test('a refused repeat is tried again, and the code issued then is sold', async () => {
  await using world = await testWorld();
  await using tea = await suppliedProduct(world);
  const shop = await world.client();
  tea.supplier.next = ['status-502-after-issue', 'status-401'];
  const id = await shop.makeOrder({ product_id: tea.id, face: 500 });
  await settleThrough(world, soon);
  assert.equal((await shop.getCode(id)).code, [...tea.supplier.ledger.values()][0]?.[0]);
  assert.equal((await exchangesOf(world, id))[0]?.outcomes, 'unclear refused done done');
});

test('a refused repeat of an activation does not return the pool code to sale', async () => {
  await using world = await testWorld();
  await using tea = await suppliedProduct(world, { product: { scheme: 'pool', activationScheme: 'api' } });
  const [loaded] = await world.pool(tea, 500, [{ number: 'POOL-1', pin: '', inactive: true }]);
  const shop = await world.client();
  tea.supplier.next = ['silent-after-issue'];
  tea.supplier.always = 'no-stock';
  const id = await shop.makeOrder({ product_id: tea.id, face: 500 });
  await settleThrough(world, [...spans]);
  assert.deepEqual(tea.supplier.activated, [loaded?.number]);
  assert.equal((await exchangesOf(world, id))[0]?.state, 'quarantined');
  assert.partialDeepStrictEqual(await shop.refusedOrder({ product_id: tea.id, face: 500 }), {
    code: 3601,
    text: 'fields filled incorrectly: face',
  });
});

test('after a change of the agreement, an unclear call is not repeated at the new system', async () => {
  await using world = await testWorld();
  await using tea = await suppliedProduct(world);
  await using other = await suppliedProduct(world);
  const shop = await world.client();
  tea.supplier.next = ['status-502-after-issue'];
  const id = await shop.makeOrder({ product_id: tea.id, face: 500 });
  await world.settle();
  world.clock.forward('1 s');
  await agree(world, tea.supplierId, other.supplier.url, { idempotent: true, certified: true });
  await settleThrough(world, [...spans]);
  assert.equal((await shop.getStatus(id))['error_code'], 1301);
  assert.equal(other.supplier.calls.length, 0);
  assertNothingLost(await judge(world.ctx, tea.supplierId, tea.supplier));
});

test('if an order ended while its supplier was called, the code is stored as blocked and the call quarantined', async () => {
  await using world = await testWorld();
  await using tea = await suppliedProduct(world);
  const shop = await world.client();
  tea.supplier.next = ['status-502-after-issue'];
  const id = await shop.makeOrder({ product_id: tea.id, face: 500 });
  await world.settle();
  await transaction(world.cellOf(shop).db, async (tx) => {
    const requests = await lockObtaining(tx, [{ clientId: shop.id, requestId: id, productId: tea.id }]);
    const refusal = { why: 'supplier-failed' } as const;
    const endings = requests.map((request) => ({ request, state: 'failed' as const, refusal }));
    await endOrders(tx, world.ctx.keyring, endings, world.clock.now());
  });
  await settleThrough(world, soon);
  assert.deepEqual(
    (await exchangesOf(world, id)).map(({ state, details }) => [state, details]),
    [['quarantined', 'the order had ended before its supplier answered']],
  );
  const { rows } = await world
    .cellOf(shop)
    .db.query(`select state from codes where supplier_id = $1`, [tea.supplierId]);
  assert.deepEqual(rows, [{ state: 'blocked' }]);
  assert.equal(await shop.getBalance(), 100_000);
});

test('a code sent as a number of more than fifteen digits is never sold', async () => {
  await using world = await testWorld();
  await using tea = await suppliedProduct(world);
  const shop = await world.client();
  tea.supplier.always = 'number-code';
  const ids = await Promise.all(
    Array.from({ length: 15 }, () => shop.makeOrder({ product_id: tea.id, face: 500 })),
  );
  await world.settle();
  const statuses = await Promise.all(ids.map((id) => shop.getStatus(id)));
  assert.deepEqual(new Set(statuses.map((one) => one['error_code'])), new Set([1301]));
  const judgement = await judge(world.ctx, tea.supplierId, tea.supplier);
  assert.deepEqual(judgement, { issued: 15, sold: 0, quarantined: 15, lost: [], false: [] });
});
