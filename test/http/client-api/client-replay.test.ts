import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addCodes, addProduct, freshCodes } from '../../support/arrange.ts';
import { signatureOf } from '../../../src/clients/client-directory.ts';
import { addCaller, placeOf, type Caller, type Envelope } from '../../support/client-api-caller.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const query = (shop: Caller, cmd: string, data: string): string =>
  `cmd=${cmd}&id=${shop.id}&in=json&sig=${signatureOf(cmd, data, shop.secret)}`;

async function post(world: TestWorld, address: string, body: string): Promise<Envelope> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await fetch(`${world.baseUrl}/?${address}`, { method: 'POST', headers, body });
  assert.equal(answer.status, 200);
  return (await answer.json()) as Envelope;
}

async function worldWithFace() {
  const world = await testWorld();
  const product = await addProduct(placeOf(world), { facesRoubles: [1000] });
  await addCodes(placeOf(world), product, 1000, freshCodes(4));
  return { world, order: { product_id: product.id, face: 1000, delivery_type: 'link' } };
}

test('a greeting that looks like an order stays a greeting if in is omitted', async () => {
  const { world, order } = await worldWithFace();
  await using _ = world;
  const shop = await addCaller(world);
  const text = `Happy&product_id=${order.product_id}&face=1000&email_to=thief@example.com&text=x`;
  const data = JSON.stringify({ ...order, uuid: 'gift-1', text });
  const address = query(shop, 'makeOrder', data);
  const first = await post(world, address, `data=${encodeURIComponent(data)}`);
  assert.equal(first.status, 'ok');
  for (const forged of [address.replace('in=json&', ''), address.replace('in=json', 'in=pairs')]) {
    const answer = await post(world, forged, `data=${encodeURIComponent(data)}`);
    assert.deepEqual([answer.status, answer.error?.code], ['error', 1000]);
  }
  const { rows } = await world
    .cellOf(shop)
    .db.query<{ email_to: string; greeting: string }>(`select email_to, greeting from requests`);
  assert.deepEqual(rows, [{ email_to: '', greeting: text }]);
  await world.settle();
});

test('uuid required: an order without one is refused and names it', async () => {
  const { world, order } = await worldWithFace();
  await using _ = world;
  const careful = await addCaller(world, { uuidRequired: true });
  assert.deepEqual(await careful.wrong(order), ['uuid']);
  assert.deepEqual(await careful.wrong({ ...order, uuid: '', face: 'x' }), ['face', 'uuid']);
  const { id } = await careful.ok('makeOrder', { ...order, uuid: 'u-1' });
  assert.deepEqual(await careful.ok('makeOrder', { ...order, uuid: 'u-1' }), { id });
  const other = await addCaller(world);
  await other.ok('makeOrder', order);
  await world.settle();
});

test('POST only: data in the address is refused and changes nothing', async () => {
  const { world, order } = await worldWithFace();
  await using _ = world;
  const careful = await addCaller(world, { postOnly: true });
  assert.equal(await careful.code('makeOrder', order), 1000);
  assert.equal(await careful.code('getBalance'), 1000);
  const data = JSON.stringify(order);
  const inAddress = `${query(careful, 'makeOrder', data)}&data=${encodeURIComponent(data)}`;
  const refused = await post(world, inAddress, '');
  assert.match(String(refused.error?.text), /by POST, data in the body/);
  const both = await post(world, inAddress, `data=${encodeURIComponent(data)}`);
  assert.equal(both.error?.code, 1000);
  const posted = await post(world, query(careful, 'makeOrder', data), `data=${encodeURIComponent(data)}`);
  assert.equal(posted.status, 'ok');
  assert.equal((await post(world, query(careful, 'getBalance', ''), '')).status, 'ok');
  const { rows } = await world.cellOf(careful).db.query<{ count: number }>(`select count(*) from requests`);
  assert.deepEqual(rows, [{ count: 1 }]);
  const stranger = await post(world, inAddress.replace(/sig=../, 'sig=00'), '');
  assert.equal(stranger.error?.code, 1002, 'who has no key learns nothing of the rule');
  await world.settle();
});
