import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listProducts } from '../../src/catalog/list-products.ts';
import { setProduct } from '../../src/catalog/set-product.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { testWorld } from '../support/test-world.ts';
import { issuedUntil } from './small-supplier.ts';
import { agree, exchangesOf, quarantineOf, settleThrough, suppliedProduct } from './supplied-world.ts';

test('a code issued by the supplier at the moment of sale reaches the client', async () => {
  await using world = await testWorld();
  await using tea = await suppliedProduct(world);
  const shop = await world.client();
  const id = await shop.makeOrder({ product_id: tea.id, face: 500 });
  await world.settle();
  const [issued] = [...tea.supplier.ledger.values()];
  const code = await shop.getCode(id);
  assert.deepEqual([code.code, code.pin, code.expire_date], [issued?.[0], '4321', issuedUntil]);
  assert.equal(await shop.getBalance(), 99_500);
  assert.deepEqual(await exchangesOf(world, id), [
    { state: 'done', details: '', attempts: 1, outcomes: 'done' },
  ]);
});

test('a supplier that fails after issuing is asked again with the same request_id: one code, one sale', async () => {
  await using world = await testWorld();
  await using tea = await suppliedProduct(world);
  const shop = await world.client();
  tea.supplier.next = [
    'silent-after-issue',
    'cut-after-issue',
    'status-500-after-issue',
    'broken-body',
    'huge',
  ];
  const id = await shop.makeOrder({ product_id: tea.id, face: 1000 });
  await world.settle();
  for (const span of ['1 s', '2 s', '5 s', '15 s', '30 s']) {
    assert.equal((await shop.getStatus(id))['status'], 'processing');
    world.clock.forward(span);
    await world.settle();
  }
  assert.equal(tea.supplier.ledger.size, 1);
  assert.equal(new Set(tea.supplier.calls.map(({ requestId }) => requestId)).size, 1);
  assert.equal((await shop.getCode(id)).code, [...tea.supplier.ledger.values()][0]?.[0]);
  assert.deepEqual(await exchangesOf(world, id), [
    {
      state: 'done',
      details: '',
      attempts: 7,
      outcomes: 'unclear unclear unclear unclear unclear done done',
    },
  ]);
});

for (const fault of [
  'silent-after-issue',
  'cut-after-issue',
  'status-500-after-issue',
  'broken-body',
] as const) {
  test(`a supplier that is not idempotent is never called twice (${fault})`, async () => {
    await using world = await testWorld();
    await using tea = await suppliedProduct(world, { idempotent: false });
    const shop = await world.client();
    tea.supplier.next = [fault];
    const id = await shop.makeOrder({ product_id: tea.id, face: 500 });
    await world.settle();
    world.clock.forward('1 d');
    await world.settle();
    assert.equal(tea.supplier.calls.length, 1);
    assert.equal((await exchangesOf(world, id))[0]?.state, 'quarantined');
    assert.equal((await shop.getStatus(id))['error_code'], 1301);
    assert.equal(shop.told(id)[0]?.error?.['code'], '1301');
    assert.equal(await shop.getBalance(), 100_000);
    assert.equal(await quarantineOf(world, tea.supplierId), 1);
  });
}

for (const [fault, details] of [
  ['wrong-face', 'the code has another face'],
  ['wrong-request-id', 'the answer is for another request_id'],
  ['expired', 'the code has expired already'],
  ['duplicate', 'the supplier issued a code that is known already'],
] as const) {
  test(`a code that cannot be sold is quarantined and the money released (${fault})`, async () => {
    await using world = await testWorld();
    await using tea = await suppliedProduct(world);
    const shop = await world.client();
    const good = await shop.makeOrder({ product_id: tea.id, face: 500 });
    await world.settle();
    tea.supplier.next = [fault];
    const id = await shop.makeOrder({ product_id: tea.id, face: 500 });
    await world.settle();
    assert.deepEqual(
      (await exchangesOf(world, id)).map((one) => [one.state, one.details]),
      [['quarantined', details]],
    );
    assert.equal((await shop.getStatus(id))['error_code'], 1301);
    assert.equal((await shop.getStatus(good))['status'], 'ok');
    assert.equal(await shop.getBalance(), 99_500);
  });
}

test('if the supplier has no codes the order is refused with 3601, or waits in delayed mode', async () => {
  await using world = await testWorld();
  await using tea = await suppliedProduct(world);
  const [usual, delayed] = [await world.client(), await world.client({ delayedMode: true })];
  tea.supplier.always = 'no-stock';
  const ask = { product_id: tea.id, face: 500 };
  const refused = await usual.makeOrder(ask);
  const waiting = await delayed.makeOrder(ask);
  await world.settle();
  assert.equal((await usual.getStatus(refused))['error_code'], 3601);
  assert.equal((await delayed.getStatus(waiting))['status'], 'delayed');
  tea.supplier.always = null;
  world.clock.forward('10 min');
  await world.settle();
  assert.equal((await delayed.getStatus(waiting))['status'], 'ok');
  assert.deepEqual(
    (await exchangesOf(world, waiting)).map(({ state }) => state),
    ['refused', 'done'],
  );
});

test('a code issued after the ttl of its order is quarantined, and the order cancelled', async () => {
  await using world = await testWorld();
  await using tea = await suppliedProduct(world);
  const shop = await world.client();
  tea.supplier.next = ['late'];
  tea.supplier.onLate = () => world.clock.forward('2 min');
  const id = await shop.makeOrder({ product_id: tea.id, face: 500, ttl: 60 });
  await world.settle();
  assert.equal((await shop.getStatus(id))['reason'], 'cancelled');
  assert.equal((await exchangesOf(world, id))[0]?.details, 'the code came after the ttl of its order');
  assert.equal(await shop.getBalance(), 100_000);
});

test('a code that expires too soon after its delivery is quarantined', async () => {
  await using world = await testWorld();
  await using tea = await suppliedProduct(world);
  const shop = await world.client();
  const ask = { product_id: tea.id, face: 500, email_to: 'olga@recipient.example' };
  // The supplier's codes end on 1 January 2028: 406 days from now, 44 days after the delivery of the second order.
  const minimum = (minValidityDays: number) =>
    transaction(world.home.db, (tx) => setProduct(tx, tea.id, { minValidityDays }, world.clock.now()));
  await minimum(406);
  const good = await shop.makeOrder(ask);
  await world.settle();
  assert.equal((await shop.getStatus(good))['status'], 'ok');
  await minimum(45);
  const id = await shop.makeOrder({ ...ask, date_send: '2027-11-18T12:00:00+03:00' });
  await world.settle();
  assert.equal((await shop.getStatus(id))['error_code'], 1301);
  assert.equal(await shop.getBalance(), 99_500);
  assert.deepEqual(
    (await exchangesOf(world, id)).map(({ state, details }) => [state, details]),
    [['quarantined', 'the code ends too soon after its delivery']],
  );
  assert.equal(await quarantineOf(world, tea.supplierId), 1);
});

test('if no clear answer comes within the ttl, the order is cancelled and the exchange quarantined', async () => {
  await using world = await testWorld();
  await using tea = await suppliedProduct(world);
  const shop = await world.client();
  tea.supplier.always = 'status-500-after-issue';
  const id = await shop.makeOrder({ product_id: tea.id, face: 500, ttl: 60 });
  await settleThrough(world, ['1 s', '2 s', '5 s', '15 s', '30 s', '7 s']);
  assert.equal((await shop.getStatus(id))['reason'], 'cancelled');
  const calls = tea.supplier.calls.length;
  assert.equal((await exchangesOf(world, id))[0]?.state, 'quarantined');
  await settleThrough(world, ['1 d']);
  assert.equal(tea.supplier.calls.length, calls, 'no call begins after the deadline');
});

test('if the supplier cannot be reached within the ttl, the exchange is given up and the money released', async () => {
  await using world = await testWorld();
  await using tea = await suppliedProduct(world);
  const shop = await world.client();
  await agree(world, tea.supplierId, 'http://127.0.0.1:1', { certified: true });
  const id = await shop.makeOrder({ product_id: tea.id, face: 500, ttl: 120 });
  await settleThrough(world, ['1 s', '2 s', '5 s', '15 s', '30 s', '60 s', '7 s']);
  assert.equal((await shop.getStatus(id))['reason'], 'cancelled');
  assert.deepEqual(
    (await exchangesOf(world, id)).map(({ state }) => state),
    ['given_up'],
  );
  assert.equal(await shop.getBalance(), 100_000);
});

test('a supplier that recovers within the ttl is called then', async () => {
  await using world = await testWorld();
  await using tea = await suppliedProduct(world);
  const shop = await world.client();
  await agree(world, tea.supplierId, 'http://127.0.0.1:1', { idempotent: false, certified: true });
  const id = await shop.makeOrder({ product_id: tea.id, face: 500 });
  await settleThrough(world, ['1 s', '2 s']);
  await agree(world, tea.supplierId, tea.supplier.url, { idempotent: false, certified: true });
  await settleThrough(world, ['5 s']);
  assert.equal((await shop.getStatus(id))['status'], 'ok');
  assert.deepEqual((await exchangesOf(world, id))[0]?.outcomes, 'unreached unreached unreached done');
});

test('a product whose supplier has not passed the final test is neither listed nor sold', async () => {
  await using world = await testWorld();
  await using tea = await suppliedProduct(world, { certified: false });
  const shop = await world.client();
  const listed = async (): Promise<boolean> =>
    (await listProducts(world.cellOf(shop).db, world.clock.now())).some(({ id }) => id === String(tea.id));
  assert.equal(await listed(), false);
  const refusal = await shop.refusedOrder({ product_id: tea.id, face: 500 });
  assert.deepEqual(refusal, {
    code: 3601,
    text: 'fields filled incorrectly: product_id',
    fields: [{ field: 'product_id', reason: 'not-offered' }],
  });
  await agree(world, tea.supplierId, tea.supplier.url, { certified: true });
  assert.equal(await listed(), true);
  // Other settings reach another system, so the final test must be passed again.
  await agree(world, tea.supplierId, `${tea.supplier.url}/v2`);
  assert.equal(await listed(), false);
});

test('no transcript has a code, a PIN or a secret', async () => {
  await using world = await testWorld();
  await using tea = await suppliedProduct(world);
  const shop = await world.client();
  tea.supplier.next = ['broken-body', 'wrong-face'];
  await shop.makeOrder({ product_id: tea.id, face: 500 });
  await world.settle();
  await shop.makeOrder({ product_id: tea.id, face: 500 });
  await settleThrough(world, ['1 s']);
  const { rows } = await world
    .cellOf(shop)
    .db.query<{ transcript: string; outcome: string }>(`select transcript, outcome from exchange_attempts`);
  assert.deepEqual(new Set(rows.map(({ outcome }) => outcome)), new Set(['done', 'unclear', 'wrong']));
  const codes = [...tea.supplier.ledger.values()].flat();
  for (const { transcript } of rows) {
    assert.match(transcript, /POST http.*issueCertificate[^]*request_id[^]*→ 201/);
    for (const secret of [...codes, 'supplier-token']) assert.ok(!transcript.includes(secret), transcript);
    // A longer number, as of a request or a port, may have these digits.
    assert.doesNotMatch(transcript, /(?<!\d)4321(?!\d)/);
  }
});
