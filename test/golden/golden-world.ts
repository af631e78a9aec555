/** A platform in which one of each has happened, at a fixed time and with fixed codes. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addCategory } from '../../src/catalog/set-category.ts';
import { addAddresses } from '../../src/catalog/add-addresses.ts';
import { rotateKey } from '../../src/clients/rotate-key.ts';
import { actorOf, fromShell } from '../../src/people/access/principal.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { confirm, csvSheet, upload } from '../support/bulk-world.ts';
import { supplierCaller, type SupplierCaller } from '../support/supplier-caller.ts';
import type { TestProduct } from '../support/arrange.ts';
import { testClient, type TestClient } from '../support/test-client.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

export interface GoldenWorld extends AsyncDisposable {
  world: TestWorld;
  client: TestClient;
  product: TestProduct;
  supplier: SupplierCaller;
  /** An order that was issued, and its code redeemed. */
  requestId: number;
  topUpId: number;
  /** Of the same client, with a test key; and its order. */
  program: TestClient;
  testId: number;
  bulkId: number;
  /** Without what differs from run to run: ports, uuids, secret links, and who runs the tests. */
  stable(text: string): string;
}

const userOfShell = actorOf(fromShell).actor.replace('command:', '');

const codes = ['7700000000000017', '7700000000000025', '7700000000000033'].map((number, index) => ({
  number,
  pin: String(1001 + index),
  expiry: '2027-12-31',
}));

const order = {
  uuid: 'golden-1',
  comment: 'For Anna',
  external_id: 'shop-17',
  from: 'Boris',
  to: 'Anna',
  email_to: 'anna@family.example',
  text: 'Well done',
};

export async function goldenWorld(): Promise<GoldenWorld> {
  const world = await testWorld();
  // Pages lead to the documentation where it is built, whether it is here or not.
  const docsFolder = mkdtempSync(join(tmpdir(), 'facevalue-docs-'));
  writeFileSync(join(docsFolder, 'index.html'), '');
  Object.assign(world.ctx.config, { docsFolder });
  await addCategory(world.ctx.db, 7, { title: 'Food' });
  const product = await world.product({ title: 'Mill and Loaf', supplierName: 'Mill', categories: [7] });
  await world.pool(product, 500, codes);
  const client = await world.client({ name: 'Bonus Club' });
  const key = await rotateKey(
    world.cellOf(client).db,
    world.ctx.keyring,
    fromShell,
    { clientId: client.id, kind: 'test' },
    world.clock.now(),
  );
  assert.ok(key.is === 'rotated');
  const program = testClient(world.baseUrl, { id: client.id, secret: key.secret }, world.callbacks);
  await transaction(world.ctx.db, (tx) =>
    addAddresses(tx, [
      {
        productId: product.id,
        area: 'Area',
        locality: 'Town',
        address: 'Mill Lane 1',
        lat: '55.1',
        lon: '82.9',
      },
    ]),
  );
  const requestId = await client.makeOrder({ ...order, product_id: product.id, face: 500 });
  await world.settle();
  const supplier = await supplierCaller(world, product.supplierId, { redeemsOwn: true });
  const code = codes[0]?.number ?? '';
  await supplier.redeem({ code, idempotency_key: 'golden', till: 'till 1' });
  const sheet = csvSheet(
    ['product_id', 'face', 'email_to', 'external_id'],
    [
      [product.id, 500, 'olga@family.example', 'line-1'],
      [product.id, 'many', 'ivan@family.example', 'line-2'],
    ],
  );
  const bulkId = await upload(world, client.id, sheet);
  await confirm(world, client.id, bulkId);
  await world.settle();
  const topUp = await client.call('makeTopUp', { sum: 1000 });
  const testId = await program.makeOrder({ product_id: product.id, face: 500, delivery_type: 'link' });
  await world.settle();
  return {
    world,
    topUpId: (topUp.data as { id: number }).id,
    program,
    testId,
    client,
    product,
    supplier,
    requestId,
    bulkId,
    stable: (text) =>
      text
        .replaceAll(world.baseUrl, 'https://gifts.example')
        .replaceAll(encodeURIComponent(world.baseUrl), encodeURIComponent('https://gifts.example'))
        .replaceAll(world.callbacks.url, 'https://shop.example/callbacks')
        .replaceAll(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g, '(uuid)')
        // Drawn at random, as in 2026-11-21 12:00:00;23ABSKDMTJ10;.
        .replaceAll(/(?<=;)[0-9A-Z]{12}(?=;)/g, '(transaction)')
        .replaceAll(/(\/g\/)[\w-]{12,}/g, '$1(token)')
        .replaceAll(`(${userOfShell})`, '(user)'),
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      rmSync(docsFolder, { recursive: true });
    },
  };
}
