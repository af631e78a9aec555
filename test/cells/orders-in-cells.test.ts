/** An order goes its whole way behind the acceptance in the cell of its client. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findClient } from '../../src/clients/find-client.ts';
import { placeOrders } from '../../src/orders/place-orders.ts';
import { readOrder } from '../../src/orders/read-order.ts';
import { cellOfId } from '../../src/platform/cells/cell-ids.ts';
import { pipelinedTransaction } from '../../src/platform/database/database.ts';
import { addCodes, freshCodes } from '../support/arrange.ts';
import type { TestClient } from '../support/test-client.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

test('an order is issued from the stock of its cell, mailed and called back', async () => {
  await using world = await testWorld({ FACEVALUE_TEST_CELLS: '3' });
  const product = await world.product();
  await world.client();
  const shop = await world.client();
  const { db, keyring } = world.cellOf(shop);
  const codes = freshCodes(2);
  await addCodes({ db, keyring, now: () => world.clock.now() }, product, 500, codes);

  const id = await place(world, shop, { product_id: product.id, face: 500, email_to: 'anna@mail.example' });
  assert.equal(cellOfId(id), 2);
  await world.settle();

  const { rows } = await db.query(`select state from requests where id = $1`, [id]);
  assert.deepEqual(rows, [{ state: 'issued' }]);
  assert.equal(world.mail.letters.length, 1);
  const [told] = shop.told(id);
  assert.equal(told?.status, 'ok');
});

async function place(world: TestWorld, shop: TestClient, data: Record<string, unknown>): Promise<number> {
  const { db, acceptDb } = world.cellOf(shop);
  const client = await findClient(db, shop.id);
  assert.ok(client);
  const order = readOrder(client, data, world.clock.now());
  assert.ok(order.is === 'read');
  const [placement] = await pipelinedTransaction(acceptDb, (tx) =>
    placeOrders(tx, [order.ask], world.clock.now()),
  );
  assert.ok(placement?.is === 'placed');
  return placement.requestId;
}
