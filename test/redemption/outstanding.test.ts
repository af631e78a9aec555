/** What is left of certificates that are used in parts or exchanged. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refundOrder } from '../../src/orders/refund-order.ts';
import { operator } from '../../src/people/access/party.ts';
import { everyCell } from '../../src/platform/cells/cell-context.ts';
import { createOutstandingCounter } from '../../src/redemption/outstanding/count-outstanding.ts';
import { readOutstanding } from '../../src/redemption/outstanding/read-outstanding.ts';
import { visitor } from '../support/pages-of.ts';
import { supplierCaller } from '../support/supplier-caller.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';
import { choiceOf, line } from '../orders/exchange/choice-world.ts';

/** By workers of their own, which look for suppliers at once. */
async function counted(world: TestWorld): Promise<void> {
  // What was counted before is due again.
  world.clock.forward('2 d');
  for (const cell of everyCell(world.ctx)) {
    const counter = createOutstandingCounter(cell);
    while ((await counter.round()) > 0);
  }
}

const sums = ({
  certificates,
  faceKopecks,
  takenKopecks,
}: Record<'certificates' | 'faceKopecks' | 'takenKopecks', number>) => [
  certificates,
  faceKopecks / 100,
  takenKopecks / 100,
];

test('what is left is told by product, by month and by client', async () => {
  await using world = await testWorld();
  const shop = await choiceOf(world);
  const other = await world.client();
  const parts = await world.product({
    scheme: 'platform',
    inParts: true,
    validity: { is: 'days', days: 40 },
  });
  const caller = await supplierCaller(world, parts.supplierId);
  const buy = async () => {
    const id = await other.makeOrder({ product_id: parts.id, face: 500, delivery_type: 'code' });
    await world.settle();
    return { id, code: (await other.getCode(id)).code };
  };
  const take = (code: string, amount: number) =>
    caller.redeem({ code, amount, idempotency_key: `${code}-${amount}` });
  const [untouched, begun, usedUp, refunded] = [await buy(), await buy(), await buy(), await buy()];
  assert.equal((await take(begun.code, 120.5)).status, 200);
  assert.equal((await take(usedUp.code, 500)).status, 200);
  const { db } = world.cellOf(other);
  const back = { clientId: other.id, requestId: refunded.id, note: 'возврат' };
  assert.equal((await refundOrder(db, back, world.clock.now())).is, 'refunded');
  const key = await shop.buy();
  await shop.chosen(key, [line(shop.coffee, 500)]);
  await world.settle();
  assert.ok(untouched.id > 0);

  await counted(world);
  const all = await readOutstanding(world.ctx, null);
  assert.deepEqual(all.countedAt, world.clock.now());
  assert.deepEqual(sums(all.total), [3, 2000, 620.5]);
  assert.deepEqual(
    all.products.map((one) => [one.productId, ...sums(one)]),
    [
      [parts.id, 2, 1000, 120.5],
      [shop.choice.id, 1, 1000, 500],
    ],
  );
  assert.deepEqual(
    all.months.map((one) => [one.month, ...sums(one)]),
    [
      ['2026-12', 2, 1000, 120.5],
      ['', 1, 1000, 500],
    ],
  );
  assert.deepEqual(
    all.clients.map((one) => [one.clientId, ...sums(one)]),
    [
      [other.id, 2, 1000, 120.5],
      [shop.client.id, 1, 1000, 500],
    ],
  );
  const own = await readOutstanding(world.ctx, shop.client.id);
  assert.deepEqual(sums(own.total), [1, 1000, 500]);

  // Once they expire, nothing of the parts is left; the choice certificate is exchanged to its end.
  world.clock.forward('60 d');
  await shop.chosen(key, [line(shop.coffee, 500)]);
  await world.settle();
  await counted(world);
  assert.deepEqual(sums((await readOutstanding(world.ctx, null)).total), [0, 0, 0]);
});

test('who may not read clients reads no sums of theirs', async () => {
  await using world = await testWorld();
  const shop = await choiceOf(world);
  await shop.buy();
  await counted(world);
  const pageOf = async (role: 'catalogue' | 'finance') =>
    (await (await visitor(world, operator, role)).get('/o/settlement/outstanding?lang=en')).body;
  const [catalogue, finance] = [await pageOf('catalogue'), await pageOf('finance')];
  assert.match(catalogue, /By product/);
  assert.doesNotMatch(catalogue, /By client/);
  assert.match(finance, /By client/);
});
