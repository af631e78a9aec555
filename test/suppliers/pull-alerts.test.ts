/** Sales that wait for the supplier's program for longer than agreed are told to people. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromCells } from '../../src/platform/cells/merge.ts';
import { readWaiting } from '../../src/reports/what-waits/read-waiting.ts';
import { supplierCaller } from '../support/supplier-caller.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const operator = 'operator@facevalue.example';
const contact = 'codes@supplier.example';
const subject = /Программа поставщика не забирает продажи/;

const told = ({ mail }: TestWorld): string[] =>
  mail.letters
    .filter((letter) => subject.test(letter.subject ?? ''))
    .flatMap(({ to }) => (Array.isArray(to) ? to : [to]).map((one) => one?.text ?? ''))
    .toSorted();

const waits = async ({ ctx }: TestWorld): Promise<string[]> =>
  (await readWaiting(ctx, ['pulls', 'stock'], ctx.clock.now())).map(({ kind, count }) => `${kind}: ${count}`);

/** A product whose codes are active once its supplier has fetched that they were sold. */
async function pulledProduct(world: TestWorld) {
  const product = await world.product();
  await world.pool(product, 500, 3);
  await world.ctx.db.query(`update products set activation_scheme = 'pull' where id = $1`, [product.id]);
  await fromCells(world.ctx, ({ db }) => db.query(`update codes set active = false`));
  const client = await world.client();
  const buy = async (): Promise<void> => {
    await client.makeOrder({ product_id: product.id, face: 500 });
    await world.settle();
  };
  return { supplierId: product.supplierId, buy };
}

test('a supplier that fetches nothing is told after a day, as the operator is, once until it fetches', async () => {
  await using world = await testWorld({ FACEVALUE_OPERATOR_MAIL: operator });
  const { supplierId, buy } = await pulledProduct(world);
  await buy();
  world.clock.forward('23 h');
  await world.settle();
  assert.deepEqual([told(world), await waits(world)], [[], []]);
  world.clock.forward('1 h');
  await world.settle();
  assert.deepEqual(told(world), [contact, operator]);
  assert.deepEqual(await waits(world), ['pulls: 1']);
  const letter = world.mail.letters.find((one) => subject.test(one.subject ?? ''));
  assert.match(letter?.text ?? '', /ждёт уже 24 ч/);
  world.clock.forward('4 d');
  await world.settle();
  assert.equal(told(world).length, 2, 'not told again');

  const caller = await supplierCaller(world, supplierId);
  assert.equal((await caller.used('2026-11-21 12:00:00', '2026-11-26 12:00:00')).status, 200);
  await world.settle();
  assert.deepEqual(await waits(world), []);
  await buy();
  world.clock.forward('1 d');
  await world.settle();
  assert.equal(told(world).length, 4, 'others wait');
});

test('how long sales may wait is agreed with each supplier; a sale in a gap waits too', async () => {
  await using world = await testWorld({ FACEVALUE_OPERATOR_MAIL: operator });
  const { supplierId, buy } = await pulledProduct(world);
  const caller = await supplierCaller(world, supplierId, { pullHours: 2 });
  assert.equal((await caller.used('2026-11-21 11:00:00', '2026-11-21 12:00:00')).status, 200);
  await buy();
  world.clock.forward('2 h');
  // The first second is missed by each call.
  assert.equal(
    (await caller.used('2026-11-21 12:00:01', '2026-11-21 14:00:00')).headers.get('facevalue-gaps-sales'),
    '1',
  );
  await world.settle();
  assert.deepEqual(told(world), [contact, operator]);
  await caller.used('2026-11-21 12:00:01', '2026-11-21 14:00:00', { gaps: 'yes' });
  await world.settle();
  assert.deepEqual(await waits(world), []);
});
