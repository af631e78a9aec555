/** Codes move between the cells: each is sold once, and nobody is refused while one lies anywhere. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carryRuns } from '../../src/orders/dealing/carry-runs.ts';
import { createCodeDealer } from '../../src/orders/dealing/deal-codes.ts';
import { dealLacking } from '../../src/orders/dealing/deal-lacking.ts';
import { dealAndPlace } from '../../src/orders/dealing/deal-lacks.ts';
import { placeDealt, type Judged } from '../../src/orders/dealing/place-dealt.ts';
import { planDeals, type Shelf } from '../../src/orders/dealing/plan-deals.ts';
import type { Context } from '../../src/context.ts';
import { everyCell } from '../../src/platform/cells/cell-context.ts';
import type { CrashPointName } from '../../src/platform/process/crash-point.ts';
import type { TestProduct } from '../support/arrange.ts';
import type { TestClient } from '../support/test-client.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const inCells = { FACEVALUE_TEST_CELLS: '3' };

async function shopsOf(world: TestWorld): Promise<TestClient[]> {
  const shops: TestClient[] = [];
  while (shops.length < 3) shops.push(await world.client());
  return shops;
}

/** Codes by their state, over all cells and on the way. */
async function countCodes(world: TestWorld): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { db } of everyCell(world.ctx)) {
    const { rows } = await db.query<{ state: string; codes: number }>(
      `select state, count(*) as codes from codes group by 1
       union all select 'on the way', count(*) from dealt_codes having count(*) > 0`,
    );
    for (const { state, codes } of rows) counts[state] = (counts[state] ?? 0) + codes;
  }
  return counts;
}

/** The error of an order, 0 if it was accepted. */
async function answerTo(shop: TestClient, product: TestProduct): Promise<number> {
  const { error } = await shop.call('makeOrder', order(product));
  return error?.code ?? 0;
}

const order = (product: TestProduct) => ({ product_id: product.id, face: 500 });

const lackOf = (product: TestProduct, toCell: number) => ({
  toCell,
  supplierId: product.supplierId,
  productId: product.id,
  faceKopecks: 50_000,
  lastsTo: '2026-11-28',
  endless: true,
});

test('orders find codes wherever they lie, and are refused when none is left', async () => {
  await using world = await testWorld(inCells);
  const product = await world.product();
  const shops = await shopsOf(world);
  await world.pool(product, 500, 40);
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) => answerTo(shops[index % 3] as TestClient, product)),
  );
  assert.deepEqual(
    new Map([...Map.groupBy(answers, (code) => code)].map(([code, same]) => [code, same.length])),
    new Map([
      [0, 40],
      [3601, 20],
    ]),
  );
  await world.settle();
  assert.deepEqual(await countCodes(world), { sold: 40 });
});

test('the last code is found in another cell', async () => {
  await using world = await testWorld(inCells);
  const product = await world.product();
  const [, second, third] = await shopsOf(world);
  await world.pool(product, 500, 2);
  await second?.makeOrder(order(product));
  await third?.makeOrder(order(product));
  assert.equal((await second?.refusedOrder(order(product)))?.code, 3601);
  await world.settle();
});

test('who waits for what no cell has hears so, whatever others of its cell wait for', async () => {
  await using world = await testWorld(inCells);
  const [product, soldOut] = [await world.product(), await world.product()];
  await world.pool(product, 500, 4);
  const asking = everyCell(world.ctx)[2] as Context;
  const lacks = [soldOut, product].map((one) => ({ of: 'codes', ask: lackOf(one, 3) }) as const);
  assert.deepEqual(await dealAndPlace(asking, lacks, (dealt) => Promise.resolve(dealt)), ['none', 'found']);
});

test('orders of a cell that wait for the same dealing are placed together, and find their codes', async () => {
  await using world = await testWorld(inCells);
  const product = await world.product();
  await world.pool(product, 500, 20);
  const asking = everyCell(world.ctx)[2] as Context;
  const found: number[][] = [];
  const again = placeDealt(asking, async (orders: number[]): Promise<Judged[]> => {
    found.push([orders.length, await freeIn(asking)]);
    return orders.map((requestId) => ({ is: 'placed', requestId, repeated: false }));
  });
  const lacks = { of: 'codes', ask: lackOf(product, 3) } as const;
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, nth) =>
      again(nth, { is: 'refused', refusal: { why: 'no-stock' }, lacks }),
    ),
  );
  assert.deepEqual(found, [[20, 20]]);
  assert.ok(answers.every(({ is }) => is === 'placed'));
});

const freeIn = async ({ db }: Context): Promise<number> =>
  (await db.query(`select from codes where state = 'free'`)).rowCount ?? 0;

const commits: CrashPointName[] = ['deal-codes:sent', 'deal-codes:arrived', 'deal-codes:ended'];
for (const name of commits) {
  test(`a dealer that dies at ${name} is finished by the next`, async () => {
    await using world = await testWorld(inCells);
    const product = await world.product();
    const shops = await shopsOf(world);
    await world.pool(product, 500, 30);
    const [, second] = everyCell(world.ctx);
    assert.ok(second);
    const dying = {
      ...second,
      crashPoint: (at: CrashPointName) => {
        if (at === name) throw new Error('killed');
      },
    };
    await assert.rejects(dealLacking(dying, [lackOf(product, 2)]), /killed/);
    await Promise.all([carryRuns(world.ctx), carryRuns(world.ctx)]);
    assert.deepEqual(await countCodes(world), { free: 30 });
    for (let count = 0; count < 30; count += 1) await shops[count % 3]?.makeOrder(order(product));
    assert.equal((await shops[0]?.refusedOrder(order(product)))?.code, 3601);
    await world.settle();
    assert.deepEqual(await countCodes(world), { sold: 30 });
  });
}

test('codes on their way are carried once by many dealers at once, also when they go on', async () => {
  await using world = await testWorld(inCells);
  const product = await world.product();
  await shopsOf(world);
  await world.pool(product, 500, 50);
  const cells = everyCell(world.ctx);
  for (let round = 0; round < 5; round += 1)
    await Promise.all(
      [...cells, ...cells].map((ctx) => {
        const lack = lackOf(product, ctx.cell ?? 0);
        return dealLacking(ctx, [lack, lack]);
      }),
    );
  await carryRuns(world.ctx);
  assert.deepEqual(await countCodes(world), { free: 50 });
  await world.settle();
  const { rows } = await world.ctx.db.query<{ cell: number }>(
    `select cell from code_places group by cell order by cell`,
  );
  assert.ok(rows.length > 1);
});

test('a cell that sells gets codes before its shelf is empty', async () => {
  await using world = await testWorld(inCells);
  const product = await world.product();
  const [, second] = await shopsOf(world);
  await world.pool(product, 500, 100);
  for (let count = 0; count < 20; count += 1) await second?.makeOrder(order(product));
  await world.settle();
  const cell = world.cellOf(second as TestClient);
  const available = async () =>
    (await cell.db.query<{ codes: number }>(`select sum(available)::integer as codes from stock_available`))
      .rows[0]?.codes ?? 0;
  const dealer = createCodeDealer(world.ctx);
  for (let minute = 0; minute < 2; minute += 1) {
    world.clock.forward('61 s');
    await dealer.round();
  }
  assert.ok((await available()) >= 20, `${await available()} codes`);
});

test('orders that wait are served from other cells', async () => {
  await using world = await testWorld(inCells);
  const product = await world.product();
  await world.client();
  const shop = await world.client({ delayedMode: true });
  const id = await shop.makeOrder(order(product));
  await world.pool(product, 500, 1);
  const [first] = everyCell(world.ctx);
  assert.ok(first);
  await world.settle();
  assert.equal((await shop.getStatus(id))['status'], 'ok');
});

const shelf = (cell: number, available: number, lately: number, waiting = 0, since = ''): Shelf => ({
  cell,
  available,
  lately,
  waiting,
  oldest: since === '' ? null : new Date(since),
});

test('who waits comes first, then who sells', () => {
  assert.deepEqual(planDeals([shelf(1, 10, 0), shelf(2, 0, 3)]), [{ from: 1, to: 2, codes: 6 }]);
  assert.deepEqual(planDeals([shelf(1, 10, 4), shelf(2, 0, 3)]), [{ from: 1, to: 2, codes: 2 }]);
  assert.deepEqual(
    planDeals([shelf(1, 3, 0), shelf(2, 0, 0, 5, '2026-11-02'), shelf(3, 0, 0, 2, '2026-11-01')]),
    [
      { from: 1, to: 3, codes: 2 },
      { from: 1, to: 2, codes: 1 },
    ],
  );
  assert.deepEqual(planDeals([shelf(1, 500, 0), shelf(2, 0, 0, 300, '2026-11-02')]), [
    { from: 1, to: 2, codes: 100 },
  ]);
});
