/** Imported codes are spread over the cells, each once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadPool } from '../../src/orders/load-pool.ts';
import { carryRuns } from '../../src/orders/dealing/carry-runs.ts';
import { everyCell } from '../../src/platform/cells/cell-context.ts';
import { allot } from '../../src/vault/demand/allot.ts';
import type { TestProduct } from '../support/arrange.ts';
import type { TestClient } from '../support/test-client.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const inCells = { FACEVALUE_TEST_CELLS: '3' };

const load = (world: TestWorld, product: TestProduct, numbers: string[]) =>
  loadPool(
    world.ctx.db,
    world.ctx.keyring,
    { productId: product.id, fileName: 'codes.csv', rows: rowsOf(numbers), faceKopecks: 50_000 },
    world.clock.now(),
  );

async function* rowsOf(numbers: string[]) {
  const rows = ['Номер', ...numbers].map((number, index) => ({ line: index + 1, cells: [number] }));
  yield await Promise.resolve(rows);
}

const named = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(4, '0')}`);

const countFree = (world: TestWorld): Promise<number[]> =>
  Promise.all(
    everyCell(world.ctx).map(async ({ db }) => {
      const { rows } = await db.query<{ codes: number }>(
        `select count(*) as codes from codes where state = 'free'`,
      );
      return rows[0]?.codes ?? 0;
    }),
  );

test('codes go to the cell that has the fewest, and a number is a duplicate wherever it lies', async () => {
  await using world = await testWorld(inCells);
  const product = await world.product();
  assert.equal((await load(world, product, named('A', 10))).is, 'loaded');
  assert.deepEqual(await countFree(world), [0, 0, 0]);
  await carryRuns(world.ctx);
  assert.deepEqual(await countFree(world), [10, 0, 0]);
  await load(world, product, named('B', 5));
  await carryRuns(world.ctx);
  assert.deepEqual(await countFree(world), [10, 5, 0]);
  const repeated = await load(world, product, [...named('B', 5), 'C1']);
  assert.equal(repeated.is, 'nothing-loaded');
  assert.equal(repeated.report.duplicatesInVault.total, 5);
  const { rows } = await world.ctx.db.query<{ cell: number; codes: number }>(
    `select cell, count(*) as codes from code_places group by 1 order by 1`,
  );
  assert.deepEqual(rows, [
    { cell: 1, codes: 10 },
    { cell: 2, codes: 5 },
  ]);
});

test('two imports of the same codes at once load each of them once', async () => {
  await using world = await testWorld(inCells);
  const product = await world.product();
  const [one, other] = await Promise.all([
    load(world, product, named('A', 200)),
    load(world, product, named('A', 200)),
  ]);
  assert.deepEqual([one.is, other.is].toSorted(), ['loaded', 'nothing-loaded']);
  await Promise.all([carryRuns(world.ctx), carryRuns(world.ctx), carryRuns(world.ctx)]);
  assert.equal(
    (await countFree(world)).reduce((sum, codes) => sum + codes, 0),
    200,
  );
});

test('who has waited longest is served first, in whatever cell', async () => {
  await using world = await testWorld(inCells);
  const product = await world.product();
  const shops: TestClient[] = [];
  while (shops.length < 3) shops.push(await world.client({ delayedMode: true }));
  const orders: { shop: TestClient; id: number }[] = [];
  for (const place of [2, 0, 1, 2, 0]) {
    world.clock.forward('1 s');
    const shop = shops[place] as TestClient;
    orders.push({ shop, id: await shop.makeOrder({ product_id: product.id, face: 500 }) });
  }
  await load(world, product, named('A', 3));
  await carryRuns(world.ctx);
  await world.settle();
  const states = [];
  for (const { shop, id } of orders) states.push((await shop.getStatus(id))['status']);
  assert.deepEqual(states, ['ok', 'ok', 'ok', 'delayed', 'delayed']);
});

const demand = (cell: number, waiting: number, sold: number, free: number) => ({ cell, waiting, sold, free });

test('a cell gets as much as it sells, and those that wait come first', () => {
  const parts = (codes: number, ...demands: ReturnType<typeof demand>[]) => [
    ...allot(codes, demands).values(),
  ];
  assert.deepEqual(parts(100, demand(1, 0, 3, 0), demand(2, 0, 1, 0)), [75, 25]);
  assert.deepEqual(parts(101, demand(1, 0, 3, 0), demand(2, 0, 1, 0)), [76, 25]);
  assert.deepEqual(parts(10, demand(1, 4, 0, 9), demand(2, 0, 1, 0)), [4, 6]);
  assert.deepEqual(parts(10, demand(1, 20, 0, 9), demand(2, 0, 1, 0)), [10, 0]);
  assert.deepEqual(parts(10, demand(1, 0, 0, 9), demand(2, 0, 0, 8)), [0, 10]);
});

test('of what nobody has sold yet a large number is for all alike', () => {
  const unsold = [demand(1, 0, 0, 9), demand(2, 0, 0, 8), demand(3, 0, 0, 9)];
  assert.deepEqual([...allot(301, unsold).values()], [100, 101, 100]);
  assert.deepEqual([...allot(299, unsold).values()], [0, 299, 0]);
});
