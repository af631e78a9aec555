/** Places an order in the cell of its client, as another process would: no queue of this one is rung. */
import assert from 'node:assert/strict';
import { findClient } from '../../src/clients/find-client.ts';
import { placeOrders } from '../../src/orders/place-orders.ts';
import { readOrder } from '../../src/orders/read-order.ts';
import { pipelinedTransaction } from '../../src/platform/database/database.ts';
import { addCodes, freshCodes } from '../support/arrange.ts';
import type { TestClient } from '../support/test-client.ts';
import type { TestWorld } from '../support/test-world.ts';

/** Codes for it lie in the same cell. */
export async function placeInCell(world: TestWorld, shop: TestClient): Promise<number> {
  const { db, acceptDb, keyring } = world.cellOf(shop);
  const now = () => world.clock.now();
  const product = await world.product();
  await addCodes({ db, keyring, now }, product, 500, freshCodes(2));
  const client = await findClient(db, shop.id);
  assert.ok(client);
  const order = readOrder(
    client,
    { product_id: product.id, face: 500, email_to: 'anna@mail.example' },
    now(),
  );
  assert.ok(order.is === 'read');
  const [placement] = await pipelinedTransaction(acceptDb, (tx) => placeOrders(tx, [order.ask], now()));
  assert.ok(placement?.is === 'placed');
  return placement.requestId;
}
