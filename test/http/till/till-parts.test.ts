/** Parts at the till's page: pressed twice, from two tabs, from a page that is out of date, and amounts as people type them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setProduct } from '../../../src/catalog/set-product.ts';
import { transaction } from '../../../src/platform/database/database.ts';
import { newPerson } from '../../support/people-world.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';
import { shop } from '../../redemption/redemption-shop.ts';

async function arrange(world: TestWorld) {
  const { product, caller, buy } = await shop(world, { inParts: true });
  const party = { side: 'supplier', partyId: product.supplierId } as const;
  const { cookie } = await newPerson(world, party, 'cashier', { factor: false });
  const post = async (path: string, form: Record<string, string>) => {
    const response = await fetch(`${world.baseUrl}/till/${path}?lang=en`, {
      method: 'POST',
      headers: { cookie: `facevalue-session=${cookie}`, 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams(form),
    });
    return { status: response.status, text: await response.text() };
  };
  const keyOf = async (number: string): Promise<string> =>
    /name="key" value="([^"]+)"/.exec((await post('check', { number })).text)?.[1] ?? assert.fail('no form');
  const leftOf = async (code: string) => (await caller.check(code)).body['left'];
  const setParts = (inParts: boolean) =>
    transaction(world.ctx.db, (tx) => setProduct(tx, product.id, { inParts }, world.clock.now()));
  return { caller, buy, post, keyOf, leftOf, setParts };
}

test('one page takes one part, however often it is sent; two tabs never take more than is left', async () => {
  await using world = await testWorld();
  const { buy, post, keyOf, leftOf } = await arrange(world);
  const number = await buy();
  const page = { number, key: await keyOf(number), amount: '100' };
  const clicks = await Promise.all(Array.from({ length: 8 }, () => post('redeem', page)));
  assert.deepEqual(new Set(clicks.map(({ status }) => status)), new Set([200]));
  assert.equal(await leftOf(number), 400);
  assert.equal((await post('redeem', { ...page, amount: '50' })).status, 409, 'the way back');
  const keys = [await keyOf(number), await keyOf(number)];
  const tabs = await Promise.all(keys.map((key) => post('redeem', { number, key, amount: '300' })));
  assert.deepEqual(new Set(tabs.map(({ status }) => status)), new Set([200, 422]));
  assert.equal(await leftOf(number), 100);
});

test('what is no amount takes nothing', async () => {
  await using world = await testWorld();
  const { buy, post, keyOf, leftOf } = await arrange(world);
  const number = await buy();
  const wrong = ['', ' ', '0', '0,00', '-0', '-5', '+5', 'NaN', 'Infinity', '1e2', '0x10', '10.005', '1,000'];
  for (const amount of [...wrong, '٣', '5²', '①', '10½', '100\0', '9'.repeat(400), '500,01']) {
    const { status } = await post('redeem', { number, key: await keyOf(number), amount });
    assert.equal(status, 422, JSON.stringify(amount));
  }
  assert.equal(await leftOf(number), 500);
});

test('a page from before the setting was changed never takes what its cashier did not see', async () => {
  await using world = await testWorld();
  const { caller, buy, post, keyOf, leftOf, setParts } = await arrange(world);
  const number = await buy();
  const asked = { number, key: await keyOf(number), amount: '100' };
  await setParts(false);
  assert.equal((await post('redeem', asked)).status, 409);
  const whole = { number, key: await keyOf(number) };
  await setParts(true);
  assert.equal((await caller.redeem({ code: number, amount: 300, idempotency_key: 'a' })).status, 200);
  const refused = await post('redeem', whole);
  assert.equal(refused.status, 422, 'the page said 500');
  assert.match(refused.text, /has 200\s₽ left/);
  assert.equal(await leftOf(number), 200);
});
