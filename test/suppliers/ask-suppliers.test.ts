import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testWorld } from '../test-world.ts';
import { exchangesOf, suppliedProduct } from './supplied-world.ts';

const retries = ['1 s', '2 s', '5 s'];

test('a code issued by the supplier at the moment of sale reaches the client', async () => {
  await using world = await testWorld();
  await using tea = await suppliedProduct(world);
  const shop = await world.client();
  const id = await shop.makeOrder({ product_id: tea.id, face: 500 });
  await world.settle();
  const [issued] = [...tea.supplier.ledger.values()];
  const code = await shop.getCode(id);
  assert.deepEqual([code.code, code.pin, code.expire_date], [issued?.[0], '4321', '2028-01-01 23:59:59']);
  assert.equal(await shop.getBalance(), 99_500);
  assert.deepEqual(await exchangesOf(world, id), [
    { state: 'done', words: '', attempts: 1, outcomes: 'done' },
  ]);
});

test('a supplier that times out after issuing is asked again with the same request_id: one code, one sale', async () => {
  await using world = await testWorld();
  await using tea = await suppliedProduct(world);
  const shop = await world.client();
  tea.supplier.next = ['silent-after-issue', 'cut-after-issue', 'status-500-after-issue'];
  const id = await shop.makeOrder({ product_id: tea.id, face: 1000 });
  await world.settle();
  for (const span of retries) {
    assert.equal((await shop.getStatus(id))['status'], 'processing');
    world.clock.forward(span);
    await world.settle();
  }
  assert.equal(tea.supplier.ledger.size, 1);
  assert.equal((await shop.getCode(id)).code, [...tea.supplier.ledger.values()][0]?.[0]);
  assert.deepEqual(await exchangesOf(world, id), [
    { state: 'done', words: '', attempts: 4, outcomes: 'unclear unclear unclear done' },
  ]);
});
