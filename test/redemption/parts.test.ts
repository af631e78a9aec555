/** Certificates that are redeemed in parts. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setProduct } from '../../src/catalog/set-product.ts';
import { refundOrder } from '../../src/orders/refund-order.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { undoRedemption, type Undone } from '../../src/redemption/undo-redemption.ts';
import { findCodeAnywhere } from '../../src/reports/find-code-anywhere.ts';
import { orderEvents } from '../../src/reports/order-events.ts';
import { settle, totalsOf } from '../../src/reports/settlement.ts';
import { verify } from '../../src/reports/verify.ts';
import { setIntegrationAccess } from '../../src/suppliers/used-export/integration-access.ts';
import { supplierCaller, type SupplierCaller } from '../support/supplier-caller.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';
import { managerOf, shop } from './redemption-shop.ts';

/** Takes a part, as a new wish. */
const taking =
  (caller: SupplierCaller) =>
  (code: string, amount: number): ReturnType<SupplierCaller['redeem']> =>
    caller.redeem({ code, amount, idempotency_key: randomUUID() });

async function arrange(world: TestWorld) {
  const { client, product, caller, buy } = await shop(world, { inParts: true });
  const { supplierId } = product;
  const manager = managerOf(supplierId);
  const { db } = world.cellOf(client);
  const undo = (number: unknown): Promise<Undone> =>
    undoRedemption(
      db,
      world.ctx.keyring,
      manager,
      { supplierId, transaction: String(number), reason: 'Покупатель передумал' },
      world.clock.now(),
    );
  return { client, product, caller, buy, undo, supplierId, db, take: taking(caller) };
}

async function assertVerified(world: TestWorld): Promise<void> {
  const proof = await transaction(world.home.db, (tx) => verify(tx, () => {}));
  assert.ok(proof.ok, JSON.stringify(proof.checks.filter(({ ok }) => !ok)));
}

test('parts are taken until nothing is left; each has a number of its own', async () => {
  await using world = await testWorld();
  const { caller, buy, take } = await arrange(world);
  const code = await buy();
  assert.equal((await caller.check(code)).body['left'], 500);
  const first = await caller.redeem({ code, amount: 120.5, idempotency_key: 'a' });
  assert.deepEqual([first.status, first.body['amount'], first.body['left']], [200, 120.5, 379.5]);
  const { state, face, left } = (await caller.check(code)).body;
  assert.deepEqual([state, face, left], ['active', 500, 379.5]);
  const second = await caller.redeem({ code, amount: 379.49, idempotency_key: 'b' });
  assert.deepEqual([second.status, second.body['left']], [200, 0.01]);
  assert.notEqual(second.body['transaction'], first.body['transaction']);
  const most = await take(code, 0.02);
  assert.deepEqual(
    [most.status, most.body.error?.['code'], most.body.error?.['left']],
    [409, 'amount_too_large', 0.01],
  );
  const rest = await caller.redeem({ code, amount: 0.01, idempotency_key: 'c', till: 'Касса 7' });
  assert.deepEqual([rest.status, rest.body['amount'], rest.body['left']], [200, 0.01, 0]);
  const after = await caller.redeem({ code });
  assert.deepEqual(
    [after.status, after.body.error?.['code'], after.body.error?.['till']],
    [409, 'already_redeemed', 'Касса 7'],
  );
  assert.deepEqual((await caller.check(code)).body['state'], 'redeemed');
  assert.equal((await caller.check(code)).body['left'], 0);
  await assertVerified(world);
});

test('a repeat gets the same answer, with another amount or code none', async () => {
  await using world = await testWorld();
  const { caller, buy } = await arrange(world);
  const [code, other] = [await buy(), await buy()];
  const ask = { code, amount: 200, idempotency_key: 'a' };
  const first = await caller.redeem(ask);
  await caller.redeem({ code, amount: 100, idempotency_key: 'b' });
  assert.deepEqual((await caller.redeem(ask)).body, first.body, 'also after another part');
  for (const [more, told] of [
    [{ amount: 201 }, 'amount_mismatch'],
    [{ code: other }, 'idempotency_mismatch'],
  ] as const)
    assert.equal((await caller.redeem({ ...ask, ...more })).body.error?.['code'], told);
  const whole = await caller.redeem({ code, idempotency_key: 'a' });
  assert.equal(whole.body.error?.['code'], 'amount_mismatch', 'what is left is another amount');
  assert.equal((await caller.check(code)).body['left'], 200);
  assert.equal((await caller.check(other)).body['left'], 500);
  const all = await caller.redeem({ code: other, idempotency_key: 'all' });
  assert.deepEqual([all.body['amount'], all.body['left']], [500, 0]);
  assert.deepEqual((await caller.redeem({ code: other, idempotency_key: 'all' })).body, all.body);
  await assertVerified(world);
});

test('programs of certificates that are redeemed whole see nothing new, and an amount is refused', async () => {
  await using world = await testWorld();
  const { caller, buy } = await shop(world);
  const take = taking(caller);
  const code = await buy();
  const refused = await take(code, 500);
  assert.deepEqual([refused.status, refused.body.error?.['code']], [409, 'no_parts']);
  assert.deepEqual(Object.keys((await caller.check(code)).body), ['code', 'state', 'face', 'expire_at']);
  const redeemed = await caller.redeem({ code });
  assert.deepEqual(Object.keys(redeemed.body), ['transaction', 'redeemed_at']);
  assert.equal((await take(code, 1)).body.error?.['code'], 'no_parts');
  await assertVerified(world);
});

test('a program that knows no parts never takes what is left for the whole face', async () => {
  await using world = await testWorld();
  const { caller, buy, take } = await arrange(world);
  const code = await buy();
  await take(code, 300);
  for (const more of [{}, { idempotency_key: 'whole' }]) {
    const refused = await caller.redeem({ code, ...more });
    assert.deepEqual(
      [refused.status, refused.body.error?.['code'], refused.body.error?.['left']],
      [409, 'amount_needed', 200],
    );
  }
  assert.equal((await caller.check(code)).body['left'], 200);
  await assertVerified(world);
});

test('an amount needs a key: repeated without one after a lost answer, it would be taken twice', async () => {
  await using world = await testWorld();
  const { caller, buy } = await arrange(world);
  const code = await buy();
  for (const more of [{}, { idempotency_key: null }]) {
    const refused = await caller.redeem({ code, amount: 100, ...more });
    assert.deepEqual([refused.status, refused.body.error?.['code']], [400, 'malformed']);
    assert.match(refused.body.error?.['text'] ?? '', /idempotency_key/);
  }
  assert.equal((await caller.check(code)).body['left'], 500);
});

test('undoing gives back one part, also an earlier one of a certificate that is used up', async () => {
  await using world = await testWorld();
  const { caller, buy, undo, take } = await arrange(world);
  const code = await buy();
  const [one, two, three] = [
    await caller.redeem({ code, amount: 100, idempotency_key: '1' }),
    await caller.redeem({ code, amount: 150, idempotency_key: '2' }),
    await caller.redeem({ code, amount: 250, idempotency_key: '3' }),
  ];
  assert.deepEqual(await undo(two.body['transaction']), { is: 'undone' });
  assert.equal((await undo(two.body['transaction'])).is, 'undone-before');
  assert.deepEqual(
    [(await caller.check(code)).body['state'], (await caller.check(code)).body['left']],
    ['active', 150],
  );
  await assertVerified(world);
  assert.equal(
    (await caller.redeem({ code, amount: 150, idempotency_key: '2' })).body.error?.['code'],
    'undone',
  );
  assert.equal((await caller.redeem({ code, amount: 150, idempotency_key: '4' })).body['left'], 0);
  await assertVerified(world);
  for (const part of [one, three]) assert.deepEqual(await undo(part.body['transaction']), { is: 'undone' });
  assert.equal((await caller.check(code)).body['left'], 350);
  assert.equal((await take(code, 350)).body['amount'], 350);
  await assertVerified(world);
});

test('a certificate that was used up in parts and taken back is refunded whole', async () => {
  await using world = await testWorld();
  const { client, product, db, take } = await arrange(world);
  const id = await client.makeOrder({ product_id: product.id, face: 500, delivery_type: 'code' });
  await world.settle();
  const { code } = await client.getCode(id);
  for (const amount of [100, 400]) assert.equal((await take(code, amount)).status, 200);
  const ask = { clientId: client.id, requestId: id, note: 'возврат' };
  assert.equal((await refundOrder(db, ask, world.clock.now())).is, 'redeemed');
  assert.equal((await refundOrder(db, { ...ask, takenBack: true }, world.clock.now())).is, 'refunded');
  await assertVerified(world);
});

test('the setting changes what is not begun alone: a whole redemption stays one, a rest is used up', async () => {
  await using world = await testWorld();
  const { caller, buy, product, undo, take } = await arrange(world);
  const set = (inParts: boolean) =>
    transaction(world.ctx.db, (tx) => setProduct(tx, product.id, { inParts }, world.clock.now()));
  const [begun, other, whole] = [await buy(), await buy(), await buy()];
  await take(begun, 100);
  assert.equal(await set(false), 'set');
  const { transaction: number } = (await caller.redeem({ code: whole })).body;
  assert.equal((await take(begun, 100)).body['left'], 300);
  assert.equal((await take(other, 100)).body.error?.['code'], 'no_parts');
  assert.equal(await set(true), 'set');
  assert.equal((await take(whole, 1)).body.error?.['code'], 'already_redeemed');
  await undo(number);
  assert.equal((await take(whole, 1)).body['left'], 499);
  await assertVerified(world);
});

test('who looks for a code, and who reads the order, are told of its parts', async () => {
  await using world = await testWorld();
  const { client, product, caller, db } = await arrange(world);
  const id = await client.makeOrder({ product_id: product.id, face: 500, delivery_type: 'code' });
  await world.settle();
  const { code } = await client.getCode(id);
  await caller.redeem({ code, amount: 120.5, idempotency_key: 'a', till: 'Касса 7' });
  const look = async () => {
    const [found] = await findCodeAnywhere(db, world.ctx.keyring, fromShell, code, world.clock.now());
    return [found?.leftKopecks, found?.till];
  };
  assert.deepEqual(await look(), [37_950, null]);
  await caller.redeem({ code, amount: 379.5, idempotency_key: 'b', till: 'Касса 8' });
  assert.deepEqual(await look(), [null, 'Касса 8']);
  const order = { clientId: client.id, requestId: id, state: 'issued', acceptedAt: world.clock.now() };
  const [story] = await orderEvents(db, [{ ...order, endedAt: null, errorText: null, refundedAt: null }]);
  assert.deepEqual(
    story?.events
      .filter(({ event }) => event.startsWith('redeemed'))
      .map(({ event, details }) => `${event}: ${details}`)
      .toSorted(),
    ['redeemed: Касса 8, 379.50 ₽', 'redeemed_part: Касса 7, 120.50 ₽'],
  );
});

test('settlement counts what was taken in the period, and what expired unused', async () => {
  await using world = await testWorld();
  const { buy, supplierId, db, take } = await arrange(world);
  const [begun, usedUp] = [await buy(), await buy()];
  await take(begun, 120);
  await take(usedUp, 200);
  await take(usedUp, 300);
  const from = new Date(world.clock.now().getTime() - 86_400_000);
  const to = new Date(world.clock.now().getTime() + 86_400_000);
  const settled = await transaction(db, (tx) => settle(tx, { supplierId, from, to }, world.clock.now()));
  assert.ok(settled !== 'no-supplier');
  assert.deepEqual(totalsOf(settled.lines).redeemed, { certificates: 1, kopecks: 62_000 });
});

test('certificates are used in parts only where they are redeemed here', async () => {
  await using world = await testWorld();
  const pool = await world.product({ scheme: 'pool' });
  const set = () =>
    transaction(world.ctx.db, (tx) => setProduct(tx, pool.id, { inParts: true }, world.clock.now()));
  assert.equal(await set(), 'parts-need-till');
  await supplierCaller(world, pool.supplierId, { redeemsOwn: true });
  assert.equal(await set(), 'set');
  const leave = () =>
    setIntegrationAccess(world.ctx.db, { supplierId: pool.supplierId, redeemsOwn: false }, world.clock.now());
  assert.equal(await leave(), 'parts-need-till', 'another till would take the whole face');
  await transaction(world.ctx.db, (tx) => setProduct(tx, pool.id, { inParts: false }, world.clock.now()));
  assert.equal(await leave(), 'set');
});
