import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askErasure } from '../../../src/upkeep/erasure/ask-erasure.ts';
import { createOldEraser } from '../../../src/upkeep/erasure/erase-old.ts';
import { findErasure, listErasureDays } from '../../../src/upkeep/erasure/list-erasures.ts';
import { changeClient } from '../../../src/clients/change-client.ts';
import { askForResend } from '../../../src/messaging/queue/resend.ts';
import { cancelOrder } from '../../../src/orders/acts/cancel-order.ts';
import { everyCell } from '../../../src/platform/cells/cell-context.ts';
import { fromShell } from '../../../src/people/access/principal.ts';
import { redeemCode } from '../../../src/redemption/redeem-codes.ts';
import { findEverywhere } from '../../support/find-everywhere.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const address = (order: string): string => `${order}@recipients.example`;

async function isKept({ home: { db } }: TestWorld, order: string): Promise<boolean> {
  return (await findEverywhere(db, [address(order)])).length > 0;
}

/** Other queues have nothing to do with it, and months of theirs take long. */
async function days(world: TestWorld, count: number): Promise<void> {
  world.clock.forward(`${count} d`);
  for (const cell of everyCell(world.ctx)) {
    const eraser = createOldEraser(cell);
    while ((await eraser.round()) > 0);
  }
}

test('what ended is erased after the months of its client, what is in force is not', async () => {
  await using world = await testWorld();
  const shop = await world.client();
  const patient = await world.client();
  const terms = { clientId: patient.id, terms: { keepRecipientsMonths: 36 } };
  const { db, keyring } = world.cellOf(patient);
  await changeClient(db, keyring, fromShell, terms, world.clock.now());
  const product = await world.product({ scheme: 'platform' });
  const limited = await world.product({ scheme: 'platform', validity: { is: 'days', days: 365 } });
  const order = (name: string, productId = product.id) => ({
    product_id: productId,
    face: 500,
    email_to: address(name),
  });
  const redeemed = await shop.makeOrder(order('redeemed'));
  await shop.makeOrder(order('unlimited'));
  await shop.makeOrder(order('expired', limited.id));
  const elsewhere = await patient.makeOrder(order('patient'));
  await world.settle();
  const till = { supplierId: product.supplierId, principal: fromShell, name: 'Касса 1', redeemsOwn: true };
  for (const [client, id] of [
    [shop, redeemed],
    [patient, elsewhere],
  ] as const) {
    const { code: number } = await client.getCode(id);
    const at = world.cellOf(client).db;
    await redeemCode(at, keyring, { till, number, idempotencyKey: null }, world.clock.now());
  }

  await days(world, 540);
  assert.ok(await isKept(world, 'redeemed'), 'a day before');
  await days(world, 10);
  assert.deepEqual(
    [await isKept(world, 'redeemed'), await isKept(world, 'unlimited'), await isKept(world, 'expired')],
    [false, true, true],
  );
  assert.ok(await isKept(world, 'patient'), 'this client keeps them longer');

  // A shorter time counts at once.
  const shorter = { clientId: patient.id, terms: { keepRecipientsMonths: 12 } };
  await changeClient(db, keyring, fromShell, shorter, world.clock.now());
  await days(world, 0);
  assert.ok(!(await isKept(world, 'patient')));

  await days(world, 370);
  assert.ok(!(await isKept(world, 'expired')), '18 months after its last day');
  await days(world, 1200);
  assert.ok(await isKept(world, 'unlimited'), 'nobody has redeemed it');

  const { rows } = await world.all.query<{ left: number }>(`select count(*) as left from recipients_kept`);
  assert.equal(rows[0]?.left, 1);
  const counted = await listErasureDays(world.ctx, { since: '2026-01-01', limit: 10 });
  assert.deepEqual(
    counted.map(({ clientId, orders }) => [clientId, orders]),
    [
      [shop.id, 1],
      [shop.id, 1],
      [patient.id, 1],
    ],
  );
});

test('what is not delivered yet waits, and is erased as soon as it is', async () => {
  await using world = await testWorld();
  const { db, keyring } = world.home;
  const shop = await world.client({ delayedMode: true });
  const product = await world.product({ scheme: 'platform' });
  const pooled = await world.product();
  const sendAt = '2026-11-22T12:00:00+03:00';
  const later = { product_id: product.id, face: 500, email_to: address('later'), date_send: sendAt };
  const delayed = { product_id: pooled.id, face: 500, email_to: address('delayed') };
  const planned = await shop.makeOrder(later);
  const waiting = await shop.makeOrder(delayed);
  await world.settle();
  const ask = async (order: string): Promise<number> => {
    const asked = await askErasure(
      db,
      keyring,
      fromShell,
      { kind: 'address', address: address(order), clientId: null, reason: 'case 8' },
      world.clock.now(),
    );
    await world.settle();
    return asked.is === 'asked' ? asked.erasureId : assert.fail(asked.is);
  };
  const [first, second] = [await ask('later'), await ask('delayed')];
  assert.equal((await findErasure(db, first))?.hindrance, 'not-sent');
  assert.equal((await findErasure(db, second))?.hindrance, 'on-its-way');

  world.clock.forward('30 h');
  await world.settle();
  assert.equal(world.mail.letters.filter(({ to }) => JSON.stringify(to).includes('later@')).length, 1);
  world.clock.forward('6 h');
  await world.settle();
  assert.equal((await findErasure(db, first))?.state, 'ended');
  assert.ok(!(await isKept(world, 'later')));

  const key = { clientId: shop.id, requestId: waiting };
  const cancelled = await cancelOrder(db, keyring, fromShell, key, world.clock.now());
  assert.equal(cancelled.is, 'cancelled');
  world.clock.forward('7 h');
  await world.settle();
  world.clock.forward('7 h');
  await world.settle();
  assert.equal((await findErasure(db, second))?.state, 'ended');
  assert.ok(!(await isKept(world, 'delayed')));

  // A test order is over as soon as it is issued.
  const sample = await shop.makeOrder({ ...delayed, email_to: address('sample'), testmode: 1 });
  await world.settle();
  await ask('sample');
  assert.ok(!(await isKept(world, 'sample')));
  const tried = { clientId: shop.id, requestId: sample };
  assert.equal((await askForResend(world.home, tried, 'client', { email: address('new') })).is, 'erased');

  // In force, it can go to an address that is given now; and that one is erased in its time.
  const gift = { clientId: shop.id, requestId: planned };
  assert.equal((await askForResend(world.home, gift, 'client')).is, 'no-address');
  assert.equal((await askForResend(world.home, gift, 'client', { email: address('new') })).is, 'asked');
  await world.settle();
  const { code } = await shop.getCode(planned);
  const till = { supplierId: product.supplierId, principal: fromShell, name: 'Касса 1', redeemsOwn: true };
  await redeemCode(db, keyring, { till, number: code, idempotencyKey: null }, world.clock.now());
  world.clock.forward('2 min');
  assert.equal((await askForResend(world.home, gift, 'client', { email: address('newer') })).is, 'erased');
  await days(world, 560);
  assert.ok(!(await isKept(world, 'new')));
});
