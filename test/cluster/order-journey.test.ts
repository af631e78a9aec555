/** The way of an order on a real cluster of Citus. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutCitus } from '../support/citus-database.ts';
import { worldInOneCell } from '../support/cluster-world.ts';
import { supplierCaller } from '../support/supplier-caller.ts';

test(
  'an order is sold, mailed, called back and redeemed at the node of its cell',
  { skip: withoutCitus },
  async () => {
    await using world = await worldInOneCell({ FACEVALUE_LOG: 'info' });
    const shop = await world.client({ delayedMode: true });
    const pooled = await world.product();
    const ours = await world.product({ scheme: 'platform' });
    const caller = await supplierCaller(world, ours.supplierId);
    const order = { product_id: pooled.id, face: 500, email_to: 'anna@mail.example' };
    const waiting = await shop.makeOrder(order);
    await world.settle();
    assert.equal((await shop.getStatus(waiting))['status'], 'delayed');
    const [code] = await world.pool(pooled, 500, 1);
    const redeemable = await shop.makeOrder({ product_id: ours.id, face: 500, delivery_type: 'code' });
    await world.settle();

    assert.equal((await shop.getCode(waiting)).code, code?.number);
    assert.equal(world.mail.letters.length, 1);
    assert.equal(shop.told(waiting).length, 1);
    const { link } = await shop.getStatus(waiting);
    assert.equal((await fetch(String(link), { method: 'POST' })).status, 200);
    const { code: number } = await shop.getCode(redeemable);
    assert.equal((await caller.redeem({ code: number, till: '1' })).status, 200);
    assert.equal((await caller.redeem({ code: number, till: '2' })).status, 409);
    await world.settle();
  },
);
