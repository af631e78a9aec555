import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testWorld } from '../support/test-world.ts';

const inRussian = { method: 'POST', headers: { 'accept-language': 'ru' } };

test('a test order gets sample values and a callback, and uses no money, pool or limit', async () => {
  await using world = await testWorld();
  const shop = await world.client({ balanceRoubles: 0 });
  const coffee = await world.product({ monthlyOrdersLimit: 0 });
  for (const testmode of [1, '1', true]) {
    const id = await shop.makeOrder({
      product_id: coffee.id,
      face: 1000,
      testmode,
      email_to: 'anna@mail.example',
    });
    await world.settle();
    const status = await shop.getStatus(id);
    assert.deepEqual(
      [status['status'], status['order_id'], status['testmode'], status['sum']],
      ['ok', 9_999_999, 1, 1000],
    );
    const { code, pin } = await shop.getCode(id);
    assert.deepEqual([code, pin], ['99999-999-999-999', '9999']);
    assert.equal((await shop.getCertificate(id)).subarray(0, 5).toString(), '%PDF-');
    assert.equal(shop.told(id)[0]?.data['order_id'], '9999999');
    const page = await (await fetch(String(status['link']), inRussian)).text();
    assert.ok(page.includes('>Образец<'));
  }
  assert.match(world.mail.letters[0]?.subject ?? '', /ОБРАЗЕЦ/);
  assert.equal(await shop.getBalance(), 0);
});

test('all orders of a client in test mode are test orders', async () => {
  await using world = await testWorld();
  const shop = await world.client({ testMode: true, balanceRoubles: 0 });
  const coffee = await world.product();
  const id = await shop.makeOrder({ product_id: coffee.id, face: 500 });
  await world.settle();
  const status = await shop.getStatus(id);
  assert.deepEqual([status['testmode'], status['order_id']], [1, 9_999_999]);
});

test('a test order needs an existing product and face', async () => {
  await using world = await testWorld();
  const shop = await world.client({ testMode: true });
  const coffee = await world.product();
  assert.equal((await shop.refusedOrder({ product_id: coffee.id, face: 501 })).text.split(': ')[1], 'face');
  assert.equal((await shop.refusedOrder({ product_id: 1, face: 500 })).text.split(': ')[1], 'product_id');
});

test('test orders get fifteen letters per Moscow day, then none until midnight', async () => {
  await using world = await testWorld({}, '2026-11-21T23:50:00+03:00');
  const [shop, other] = [await world.client(), await world.client()];
  const coffee = await world.product();
  const ask = { product_id: coffee.id, face: 500, testmode: 1, email_to: 'anna@mail.example' };
  const ids: number[] = [];
  for (let count = 0; count < 18; count += 1) ids.push(await shop.makeOrder(ask));
  await world.settle();
  assert.equal(world.mail.letters.length, 15);
  for (const id of ids) assert.equal(shop.told(id)[0]?.status, 'ok');
  await other.makeOrder(ask);
  await world.settle();
  assert.equal(world.mail.letters.length, 16, 'another client has its own fifteen');
  world.clock.forward('599 s');
  await shop.makeOrder(ask);
  await world.settle();
  assert.equal(world.mail.letters.length, 16);
  world.clock.forward('1 s');
  await shop.makeOrder(ask);
  await world.settle();
  assert.equal(world.mail.letters.length, 17);
});

test('the comment of a test order sets its result', async () => {
  await using world = await testWorld();
  const shop = await world.client();
  const coffee = await world.product();
  const ask = (comment: string) => shop.makeOrder({ product_id: coffee.id, face: 500, testmode: 1, comment });
  const statusOf = async (id: number) => (await shop.getStatus(id))['status'];

  const failing = await ask('please simulate:error=5000');
  const delayed = await ask('simulate:delayed');
  const slow = await ask('simulate:slow=120');
  await world.settle();
  assert.equal(await statusOf(failing), 'error');
  assert.equal(shop.told(failing)[0]?.error?.['code'], '5000');
  assert.equal(await statusOf(delayed), 'delayed');
  assert.equal((await shop.error('getLinks', { queue_id: delayed })).code, 1208);
  assert.equal(await statusOf(slow), 'processing');
  world.clock.forward('30 s');
  await world.settle();
  assert.deepEqual([await statusOf(delayed), await statusOf(slow)], ['ok', 'processing']);
  world.clock.forward('90 s');
  await world.settle();
  assert.equal(await statusOf(slow), 'ok');
});

test('a script that does not exist is refused in a test order, and the known ones are listed', async () => {
  await using world = await testWorld();
  const shop = await world.client();
  const coffee = await world.product();
  const order = { product_id: coffee.id, face: 500, testmode: 1 };
  const wrong = [
    'simulate:invalid',
    'simulate:error=often',
    'simulate:slow',
    'simulate:bounce simulate:bounced',
  ];
  for (const comment of wrong)
    for (const uuid of [undefined, `of ${comment}`]) {
      const error = await shop.error('makeOrder', { ...order, comment, ...(uuid !== undefined && { uuid }) });
      assert.equal(error.code, 3601, comment);
      assert.equal(error.text, 'fields filled incorrectly: comment');
      assert.match(JSON.stringify(error), /simulate:refuse=CODE, .*simulate:bounce/);
    }
  for (const comment of ['simulate:bounce.', 'a gift, simulate:delayed=5, simulate:slow=3', 'simulate'])
    await shop.makeOrder({ ...order, comment });
  await world.pool(coffee, 500, 1);
  const live = await shop.makeOrder({ ...order, testmode: 0, comment: 'simulate:invalid' });
  await world.settle();
  assert.equal((await shop.getStatus(live))['status'], 'ok');
});

test('the comment of a paid order has no effect', async () => {
  await using world = await testWorld();
  const shop = await world.client();
  const coffee = await world.product({ scheme: 'platform' });
  const id = await shop.makeOrder({ product_id: coffee.id, face: 500, comment: 'simulate:error=5000' });
  await world.settle();
  assert.equal((await shop.getStatus(id))['status'], 'ok');
});
