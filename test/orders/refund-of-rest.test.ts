/** Refunds of what is left of certificates that are used in parts, or exchanged. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFunds } from '../../src/ledger/post-transfers.ts';
import { refundOrder, type Refunded } from '../../src/orders/refund-order.ts';
import { DatabaseUnavailable, isLockTimeout } from '../../src/platform/database/database-errors.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { undoRedemption } from '../../src/redemption/undo-redemption.ts';
import { findClientOrder } from '../../src/reports/client-order.ts';
import { settle, totalsOf } from '../../src/reports/settlement.ts';
import { verify } from '../../src/reports/verify.ts';
import { supplierCaller } from '../support/supplier-caller.ts';
import type { TestClient } from '../support/test-client.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';
import { managerOf } from '../redemption/redemption-shop.ts';
import { choiceOf, line } from './exchange/choice-world.ts';

const refund = (
  world: TestWorld,
  client: TestClient,
  requestId: number,
  takenBack = false,
): Promise<Refunded> =>
  refundOrder(
    world.cellOf(client).db,
    { clientId: client.id, requestId, note: 'возврат остатка', takenBack },
    world.clock.now(),
  );

async function assertVerified(world: TestWorld, client: TestClient): Promise<void> {
  const proof = await transaction(world.cellOf(client).db, (tx) => verify(tx, () => {}));
  assert.deepEqual(
    proof.checks.filter(({ ok }) => !ok),
    [],
  );
}

const fundsOf = async (world: TestWorld, { id }: TestClient): Promise<number> =>
  (await readFunds(world.cellOf({ id }).db, [id])).get(id) ?? assert.fail('no funds');

/** Certificates of 500 roubles, sold at 475, that are used in parts. */
async function partsOf(world: TestWorld) {
  const client = await world.client({ discountBasisPoints: 500 });
  const product = await world.product({ scheme: 'platform', inParts: true });
  const caller = await supplierCaller(world, product.supplierId);
  const buy = async () => {
    const id = await client.makeOrder({ product_id: product.id, face: 500, delivery_type: 'code' });
    await world.settle();
    return { id, code: (await client.getCode(id)).code };
  };
  const take = (code: string, amount: number) =>
    caller.redeem({ code, amount, idempotency_key: `${code}-${amount}` });
  return { client, product, caller, buy, take };
}

test('what is left of a certificate in parts is refunded once, at the price that was paid for it', async () => {
  await using world = await testWorld();
  const { client, product, caller, buy, take } = await partsOf(world);
  const { id, code } = await buy();
  const part = await take(code, 120.01);
  assert.equal(part.status, 200);
  const before = await fundsOf(world, client);
  // 475 * 379.99 / 500 is 360.9905 roubles.
  assert.deepEqual(await refund(world, client, id, true), { is: 'not-redeemed' });
  assert.deepEqual(await refund(world, client, id), { is: 'refunded', sumKopecks: 36_099 });
  assert.equal((await refund(world, client, id)).is, 'refunded-before');
  assert.equal(await fundsOf(world, client), before + 36_099);
  const { sum, refunded_sum: returned } = await client.getStatus(id);
  assert.deepEqual([sum, returned], [475, 361], 'in whole roubles, as all sums of this client');
  assert.equal((await take(code, 1)).body.error?.['code'], 'blocked');
  assert.equal((await caller.check(code)).body['state'], 'blocked');

  const { supplierId } = product;
  const manager = managerOf(supplierId);
  const ask = { supplierId, transaction: String(part.body['transaction']), reason: 'Ошибка кассира' };
  const { db, keyring } = world.cellOf(client);
  assert.equal((await undoRedemption(db, keyring, manager, ask, world.clock.now())).is, 'refunded');

  const story = await findClientOrder(db, { clientId: client.id, requestId: id });
  assert.deepEqual([story?.order.returnedKopecks, story?.order.takenKopecks], [36_099, 12_001]);
  await assertVerified(world, client);
});

test('settlement and the list of used codes know a certificate whose rest was refunded', async () => {
  await using world = await testWorld();
  const { client, product, caller, buy, take } = await partsOf(world);
  const [used, whole] = [await buy(), await buy()];
  await take(used.code, 120);
  for (const { id } of [used, whole]) assert.equal((await refund(world, client, id)).is, 'refunded');
  const { supplierId } = product;
  const day = 86_400_000;
  const from = new Date(world.clock.now().getTime() - day);
  const to = new Date(world.clock.now().getTime() + day);
  const settled = await transaction(world.cellOf(client).db, (tx) =>
    settle(tx, { supplierId, from, to }, world.clock.now()),
  );
  assert.ok(settled !== 'no-supplier');
  const { refunded, redeemed } = totalsOf(settled.lines);
  assert.deepEqual(refunded, { certificates: 2, kopecks: 38_000 + 50_000 });
  assert.deepEqual(redeemed, { certificates: 0, kopecks: 12_000 });
  world.clock.forward('1 d');
  const list = await (await caller.used('2026-11-21 00:00:00', '2026-11-22 00:00:00')).text();
  assert.ok(list.includes(used.code), 'its supplier is paid for a part of it');
  assert.ok(!list.includes(whole.code));
});

/** As whoever is told to come again: on a busy machine a lock is waited for too long. */
async function untilAnswered(act: () => Promise<Refunded>): Promise<Refunded> {
  for (;;)
    try {
      return await act();
    } catch (problem) {
      if (!(problem instanceof DatabaseUnavailable) && !isLockTimeout(problem)) throw problem;
    }
}

test('tills and refunds at once: the parts and what is returned are the face', async () => {
  await using world = await testWorld();
  const { client, buy, take } = await partsOf(world);
  const sold = [await buy(), await buy(), await buy(), await buy()];
  const { db } = world.cellOf(client);
  const before = await fundsOf(world, client);
  let returned = 0;
  for (const { id, code } of sold) {
    const amounts = [10, 20, 30, 40];
    const [refunds] = await Promise.all([
      Promise.all([1, 2].map(() => untilAnswered(() => refund(world, client, id)))),
      // A till that hears nothing asks again; the code knows what was taken.
      Promise.allSettled(amounts.map((amount) => take(code, amount))),
    ]);
    const [one, ...more] = refunds.filter(({ is }) => is === 'refunded');
    assert.ok(one?.is === 'refunded' && more.length === 0);
    const { rows } = await db.query<{ taken: number }>(
      `select coalesce(c.taken_kopecks, 0) as taken from codes c
       join certificates t on t.supplier_id = c.supplier_id and t.code_id = c.id where t.client_id = $1 and t.request_id = $2`,
      [client.id, id],
    );
    const taken = rows[0]?.taken ?? assert.fail('no code');
    assert.equal(one.sumKopecks, Math.floor((47_500 * (50_000 - taken)) / 50_000));
    returned += one.sumKopecks;
  }
  assert.equal(await fundsOf(world, client), before + returned);
  await assertVerified(world, client);
});

test('the rest of a choice certificate is refunded; what is refunded later goes to its client too', async () => {
  await using world = await testWorld();
  const shop = await choiceOf(world, { discountBasisPoints: 500 });
  const { client } = shop;
  const before = await fundsOf(world, client);
  const key = await shop.buy();
  const [chosen = 0] = await shop.chosen(key, [line(shop.coffee, 500)]);
  assert.deepEqual(await refund(world, client, key.cardRequestId), { is: 'chosen-on-its-way' });
  await world.settle();
  assert.deepEqual(await refund(world, client, key.cardRequestId), { is: 'refunded', sumKopecks: 47_500 });
  assert.deepEqual(await shop.choose(key, [line(shop.coffee, 500)]), { is: 'over' });
  await shop.assertVerified();

  assert.deepEqual(await refund(world, client, chosen), { is: 'refunded', sumKopecks: 47_500 });
  assert.equal((await refund(world, client, chosen)).is, 'refunded-before');
  assert.equal((await client.getStatus(chosen))['refunded_sum'], 475);
  assert.equal(await fundsOf(world, client), before);
  const card = await shop.card(key);
  assert.equal(card.leftKopecks, 50_000, 'as it was when its rest was refunded');
  assert.equal(card.exchanged[0]?.returnedKopecks, 47_500);
  await shop.assertVerified();
});

test('nothing is left of a certificate that is wholly exchanged', async () => {
  await using world = await testWorld();
  const shop = await choiceOf(world);
  const key = await shop.buy();
  await shop.chosen(key, [line(shop.coffee, 1000)]);
  await world.settle();
  assert.deepEqual(await refund(world, shop.client, key.cardRequestId), { is: 'nothing-left' });
  await shop.assertVerified();
});

test('of what was chosen and is used in parts, only the whole goes back to the certificate', async () => {
  await using world = await testWorld();
  const shop = await choiceOf(world);
  const { client } = shop;
  await world.ctx.db.query(`update products set in_parts = true where id = $1`, [shop.coffee.id]);
  const caller = await supplierCaller(world, shop.coffee.supplierId);
  const key = await shop.buy();
  const [chosen = 0] = await shop.chosen(key, [line(shop.coffee, 500)]);
  await world.settle();
  const { code } = await client.getCode(chosen);
  assert.equal((await caller.redeem({ code, amount: 100, idempotency_key: 'a' })).status, 200);
  assert.deepEqual(await refund(world, client, chosen), { is: 'redeemed-in-part', takenKopecks: 10_000 });
  assert.equal((await refund(world, client, key.cardRequestId)).is, 'refunded');
  await shop.assertVerified();
});

test('a refund that began before a part was taken, and had to wait, is no fault', async () => {
  await using world = await testWorld();
  const { client, buy, take } = await partsOf(world);
  const { id, code } = await buy();
  const { db } = world.cellOf(client);
  const began = world.clock.now();
  world.clock.forward('1 s');
  assert.equal((await take(code, 100)).status, 200);
  const ask = { clientId: client.id, requestId: id, note: 'возврат остатка' };
  assert.deepEqual(await refundOrder(db, ask, began), { is: 'refunded', sumKopecks: 38_000 });
  await assertVerified(world, client);
});
