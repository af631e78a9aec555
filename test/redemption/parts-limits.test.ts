/** How often a certificate is used in parts, and where a supplier stops redeeming its own codes here. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editAccess } from '../../src/acts/catalog/supplier-acts.ts';
import { setProduct } from '../../src/catalog/set-product.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { mostParts } from '../../src/redemption/redeem-part.ts';
import { verify } from '../../src/reports/verify.ts';
import { supplierCaller } from '../support/supplier-caller.ts';
import { testWorld } from '../support/test-world.ts';
import { shop } from './redemption-shop.ts';

test('after many parts only all that is left is taken', async () => {
  await using world = await testWorld();
  const { client, product, caller, buy } = await shop(world, { inParts: true });
  const code = await buy();
  const { db } = world.cellOf(client);
  const partKopecks = 10;
  await db.query(
    `insert into redemptions (supplier_id, code_id, transaction, till, redeemed_at, part, amount_kopecks, left_kopecks)
     select c.supplier_id, c.id, 'PART' || n, 'Касса', $2, n, $3, c.face_kopecks - $3 * n
     from codes c cross join generate_series(1, $4::bigint) n where c.product_id = $1`,
    [product.id, world.clock.now(), partKopecks, mostParts],
  );
  await db.query(`update codes set taken_kopecks = $2 where product_id = $1`, [
    product.id,
    partKopecks * mostParts,
  ]);
  const leftRoubles = 500 - (partKopecks * mostParts) / 100;
  const ask = { code, amount: 1, idempotency_key: 'more' };
  const refused = await caller.redeem(ask);
  assert.deepEqual(
    [refused.status, refused.body.error?.['code'], refused.body.error?.['left']],
    [409, 'too_many_parts', leftRoubles],
  );
  const rest = await caller.redeem({ code, amount: leftRoubles, idempotency_key: 'rest' });
  assert.deepEqual([rest.status, rest.body['left']], [200, 0]);
  const proof = await transaction(db, (tx) => verify(tx, () => {}));
  assert.ok(proof.ok, JSON.stringify(proof.checks.filter(({ ok }) => !ok)));
});

test("a supplier's own codes are redeemed here as long as some are begun, also if their product is sold whole by now", async () => {
  await using world = await testWorld();
  const client = await world.client();
  const product = await world.product({ scheme: 'pool' });
  await world.pool(product, 500, 1);
  const caller = await supplierCaller(world, product.supplierId, { redeemsOwn: true });
  const set = (inParts: boolean) =>
    transaction(world.ctx.db, (tx) => setProduct(tx, product.id, { inParts }, world.clock.now()));
  const leave = async () => {
    const change = { supplierId: product.supplierId, redeemsOwn: false, newToken: false };
    return (await editAccess(world.ctx, fromShell, change, world.clock.now())).is;
  };
  assert.equal(await set(true), 'set');
  const id = await client.makeOrder({ product_id: product.id, face: 500, delivery_type: 'code' });
  await world.settle();
  const { code } = await client.getCode(id);
  assert.equal((await caller.redeem({ code, amount: 100, idempotency_key: 'a' })).status, 200);
  assert.equal(await set(false), 'set');
  assert.equal(await leave(), 'parts-begun');
  assert.equal((await caller.redeem({ code, amount: 400, idempotency_key: 'b' })).status, 200);
  assert.equal(await leave(), 'set');
});
