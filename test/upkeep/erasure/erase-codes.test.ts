/** Codes of certificates that ended long ago are erased; who needs to know them still does. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOldEraser } from '../../../src/upkeep/erasure/erase-old.ts';
import { listErasureDays } from '../../../src/upkeep/erasure/list-erasures.ts';
import { exportCodes } from '../../../src/acts/guarded/export-codes.ts';
import { refundOrder } from '../../../src/orders/refund-order.ts';
import { fromShell } from '../../../src/people/access/principal.ts';
import { transaction } from '../../../src/platform/database/database.ts';
import { redeemCode } from '../../../src/redemption/redeem-codes.ts';
import { findCodeAnywhere } from '../../../src/reports/find-code-anywhere.ts';
import { resealAll } from '../../../src/upkeep/resealing/reseal-all.ts';
import { supplierCaller } from '../../support/supplier-caller.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

async function runEraser(world: TestWorld): Promise<void> {
  const eraser = createOldEraser(world.home);
  while ((await eraser.round()) > 0);
}

/** Whether the code of each order is still kept. */
async function kept({ home: { db } }: TestWorld, orders: number[]): Promise<boolean[]> {
  const { rows } = await db.query<{ id: number; kept: boolean }>(
    `select request_id as id, length(sealed) > 0 as kept from codes where request_id = any($1::bigint[])`,
    [orders],
  );
  return orders.map((order) => rows.find(({ id }) => id === order)?.kept ?? assert.fail('no code'));
}

test('codes of certificates that ended long ago are erased and still known', async () => {
  await using world = await testWorld();
  const { clock } = world;
  const { db, keyring } = world.home;
  const shop = await world.client();
  const product = await world.product();
  await world.pool(product, 500, [
    { number: 'REDEEMED0001', pin: '4411' },
    { number: 'REFUNDED0002', pin: '4422' },
    { number: 'EXPIRED0003', pin: '', expiry: '2027-03-31' },
    { number: 'INFORCE0004', pin: '' },
  ]);
  const orders: Record<string, number> = {};
  for (let count = 0; count < 4; count += 1) {
    const id = await shop.makeOrder({
      product_id: product.id,
      face: 500,
      email_to: 'mila@recipients.example',
    });
    await world.settle();
    orders[(await shop.getCode(id)).code] = id;
  }
  const of = (number: string): number => orders[number] ?? assert.fail(number);
  const [redeemed, refunded, expired, inForce] = [
    of('REDEEMED0001'),
    of('REFUNDED0002'),
    of('EXPIRED0003'),
    of('INFORCE0004'),
  ];
  const all = [redeemed, refunded, expired, inForce];
  const { download_url: gift } = await shop.getLinks(redeemed);
  const till = { supplierId: product.supplierId, principal: fromShell, name: 'Касса 1', redeemsOwn: true };
  const redeem = (number: string) =>
    redeemCode(db, keyring, { till, number, idempotencyKey: null }, clock.now());
  assert.equal((await redeem('REDEEMED0001')).is, 'redeemed');
  const back = { clientId: shop.id, requestId: refunded, note: 'test' };
  assert.equal((await transaction(db, (tx) => refundOrder(tx, back, clock.now()))).is, 'refunded');
  await world.settle();
  clock.forward('1 h');
  const supplier = await supplierCaller(world, product.supplierId, { fields: ['code', 'pin', 'face'] });
  const used = async () => (await supplier.used('2026-11-21 12:00:00', '2026-11-21 13:00:00')).json();
  const soldThen = (await used()) as object[];

  clock.forward('540 d');
  await runEraser(world);
  assert.deepEqual(await kept(world, all), [true, true, true, true], 'not yet');
  const before = await db.query(`select supplier_id, id, sealed from codes where request_id = $1`, [
    redeemed,
  ]);
  clock.forward('10 d');
  await runEraser(world);
  assert.deepEqual(await kept(world, all), [false, false, true, true]);
  clock.forward('200 d');
  await runEraser(world);
  assert.deepEqual(await kept(world, all), [false, false, false, true]);

  // On record.
  const days = await listErasureDays(world.ctx, { since: '2026-01-01', limit: 10 });
  assert.deepEqual(
    days.map(({ orders: count, codes }) => [count, codes]),
    [
      [1, 1],
      [2, 2],
    ],
  );

  // The client is told so; a code that is in force is opened as ever.
  for (const cmd of ['getCode', 'getCertificate']) {
    const answer = await shop.error(cmd, { queue_id: redeemed });
    assert.deepEqual(
      [answer.code, answer.text],
      [1209, 'the certificate ended long ago, its code is no longer kept'],
    );
  }
  assert.equal((await shop.error('getCode', { queue_id: expired })).code, 1209);
  assert.equal((await shop.getCode(inForce)).code, 'INFORCE0004');

  // Its page says how it ended, and offers no number.
  const page = await (await fetch(String(gift))).text();
  assert.match(page, /Касса 1/);
  assert.ok(!page.includes('<form'), 'nothing to press');
  const pressed = await fetch(String(gift), { method: 'POST' });
  assert.doesNotMatch(await pressed.text(), /REDEEMED0001|4411/);

  // Tills, searches and imports know it by its fingerprint.
  assert.equal((await redeem('REDEEMED0001')).is, 'already-redeemed');
  assert.equal((await redeem('EXPIRED0003')).is, 'expired');
  const [found] = await findCodeAnywhere(db, keyring, fromShell, 'REDEEMED0001', clock.now());
  assert.equal(found?.requestId, redeemed);
  await assert.rejects(world.pool(product, 500, [{ number: 'REDEEMED0001', pin: '' }]));

  // The supplier's list of that time has as many rows as then.
  const now = (await used()) as { code: string; pin: string; face: number }[];
  assert.equal(now.length, soldThen.length);
  assert.deepEqual(
    now.filter(({ code }) => code === '').map(({ pin, face }) => [pin, face]),
    [
      ['', 500],
      ['', 500],
    ],
  );
  const period = { from: new Date('2026-11-20'), to: new Date('2026-11-23'), supplierId: product.supplierId };
  const exported = await exportCodes(
    { db, keyring, cells: [] },
    fromShell,
    { ...period, reason: 'claim 7' },
    clock.now(),
  );
  assert.ok(exported.is === 'exported');
  assert.deepEqual(
    exported.codes.map(({ code }) => code.number),
    ['INFORCE0004'],
  );

  // Whoever seals again has nothing to open.
  const resealed = await resealAll(world.ctx, {
    now: clock.now(),
    onProgress: () => {},
    crashPoint: () => {},
  });
  assert.equal(resealed.is, 'done');

  // A version that did not know of codes had erased the rest: it is taken again.
  const { supplier_id: supplierId, id, sealed } = before.rows[0] as Record<string, unknown>;
  await db.query(`update codes set sealed = $3 where supplier_id = $1 and id = $2`, [supplierId, id, sealed]);
  await runEraser(world);
  assert.deepEqual(await kept(world, [redeemed]), [true]);
  await db.query(`update recipients_read set take_again_at = $1`, [clock.now()]);
  await runEraser(world);
  assert.deepEqual(await kept(world, all), [false, false, false, true]);
});

test('a code that somebody is at work with is erased later', async () => {
  await using world = await testWorld();
  const { clock } = world;
  const { db, keyring } = world.home;
  const shop = await world.client();
  const product = await world.product({ scheme: 'platform' });
  const order = await shop.makeOrder({
    product_id: product.id,
    face: 500,
    email_to: 'mila@recipients.example',
  });
  await world.settle();
  const { code: number } = await shop.getCode(order);
  const till = { supplierId: product.supplierId, principal: fromShell, name: 'Касса 1', redeemsOwn: true };
  await redeemCode(db, keyring, { till, number, idempotencyKey: null }, clock.now());
  clock.forward('560 d');
  await transaction(db, async (tx) => {
    await tx.query(`select from codes where request_id = $1 for update`, [order]);
    await runEraser(world);
  });
  assert.deepEqual(await kept(world, [order]), [true]);
  clock.forward('2 d');
  await runEraser(world);
  assert.deepEqual(await kept(world, [order]), [false]);
});
