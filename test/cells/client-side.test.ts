/** The client API and links of clients that live in different cells. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellOfId } from '../../src/platform/cells/cell-ids.ts';
import { rotateKey } from '../../src/clients/rotate-key.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import { testClient, type TestClient } from '../support/test-client.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const cells = { FACEVALUE_TEST_CELLS: '3' };

test('a client of each cell signs with its own key and is told its own balance', async () => {
  await using world = await testWorld(cells);
  const shops = await threeShops(world);
  assert.deepEqual(
    shops.map(({ id }) => cellOfId(id)),
    [1, 2, 3],
  );
  for (const [index, shop] of shops.entries()) await world.pay(shop, index + 1);
  assert.deepEqual(await Promise.all(shops.map((shop) => shop.getBalance())), [100_001, 100_002, 100_003]);
  const [first, second] = shops;
  assert.equal(
    (await testClient(world.baseUrl, { ...first, id: second.id }, world.callbacks).error('test')).code,
    1002,
  );
  assert.equal(
    (await testClient(world.baseUrl, { ...first, id: 99_999 }, world.callbacks).error('test')).code,
    1002,
  );
});

test('an order is made, asked for and opened in the cell of its client', async () => {
  await using world = await testWorld(cells);
  const product = await world.product();
  const shops = await threeShops(world, { testMode: true });
  const order = {
    product_id: product.id,
    face: 500,
    email_to: 'anna@recipient.example',
    uuid: 'the-same-in-all',
  };
  const ids = await Promise.all(shops.map((shop) => shop.makeOrder(order)));
  assert.deepEqual(await Promise.all(shops.map((shop) => shop.makeOrder(order))), ids);
  assert.deepEqual(ids.map(cellOfId), [1, 2, 3]);
  await world.settle();
  for (const [index, shop] of shops.entries()) {
    const id = ids[index] ?? 0;
    const { status, link, testmode } = await shop.getStatus(id);
    assert.deepEqual([status, testmode], ['ok', 1]);
    const { download_url: url } = await shop.getLinks(id);
    assert.equal(url, link);
    assert.match(String(url), new RegExp(`/g/0${index + 1}[\\w-]{25}$`));
    assert.match(await (await fetch(String(url))).text(), /Кофейня «Зерно»/);
    assert.match((await shop.getCode(id)).code, /\d/);
    assert.equal((await shop.getCertificate(id)).subarray(0, 5).toString(), '%PDF-');
    const stranger = String(url).replace(/\/g\/0./, `/g/0${((index + 1) % 3) + 1}`);
    assert.equal((await fetch(stranger)).status, 404);
    const other = shops[(index + 1) % 3];
    assert.equal((await other?.error('getStatus', { id }))?.code, 1201);
  }
});

test('a bulk order and an announced payment are found by their client alone', async () => {
  await using world = await testWorld(cells);
  const product = await world.product({ scheme: 'platform' });
  const shops = await threeShops(world);
  for (const [index, shop] of shops.entries()) {
    const orders = [{ product_id: product.id, face: 500, delivery_type: 'link' }];
    const bulk = (await shop.call('makeBulkOrder', { uuid: 'gifts', orders })).data as { id: number };
    const topUp = (await shop.call('makeTopUp', { sum: 1000 })).data as { id: number };
    await world.settle();
    const report = (await shop.call('getReport', { uuid: 'gifts' })).data;
    assert.partialDeepStrictEqual(report, { id: bulk.id, status: 'done', issued: 1 });
    assert.partialDeepStrictEqual((await shop.call('getTopUpStatus', { id: topUp.id })).data, { sum: 1000 });
    const other = shops[(index + 1) % 3];
    assert.equal((await other?.error('getTopUpStatus', topUp))?.code, 1201);
  }
});

test('a key that is changed and a test key work in the cell of the client', async () => {
  await using world = await testWorld(cells);
  const [, shop] = await threeShops(world);
  const { db, keyring } = world.cellOf(shop);
  const rotated = await rotateKey(
    db,
    keyring,
    fromShell,
    { clientId: shop.id, kind: 'test' },
    world.clock.now(),
  );
  assert.ok(rotated.is === 'rotated');
  await new Promise((resolve) => setTimeout(resolve, 1100));
  const tester = testClient(world.baseUrl, { id: shop.id, secret: rotated.secret }, world.callbacks);
  assert.equal(await tester.getBalance(), 1_000_000);
});

async function threeShops(world: TestWorld, traits = {}): Promise<[TestClient, TestClient, TestClient]> {
  return [await world.client(traits), await world.client(traits), await world.client(traits)];
}
