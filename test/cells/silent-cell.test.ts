/** The node of a cell does not answer: codes of the others are dealt, and nobody hears that there are none. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCodeDealer } from '../../src/orders/dealing/deal-codes.ts';
import { dealLacking } from '../../src/orders/dealing/deal-lacking.ts';
import { dealAndPlace } from '../../src/orders/dealing/deal-lacks.ts';
import type { Context } from '../../src/context.ts';
import { readinessInCells } from '../../src/platform/cells/readiness-in-cells.ts';
import { everyCell } from '../../src/platform/cells/cell-context.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { measureAll } from '../../src/reports/measure-work.ts';
import type { TestProduct } from '../support/arrange.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';
import { databaseProxy } from '../platform/database/database-proxy.ts';

const inCells = { FACEVALUE_TEST_CELLS: '3' };
const [, silentCell, asking] = [1, 2, 3] as const;

/** A process of this world to which one cell does not answer. */
async function withSilentCell(world: TestWorld) {
  const proxy = await databaseProxy(world.databaseUrl);
  const db = openDatabase(proxy.url, { connections: 2, name: 'facevalue test' });
  proxy.dropSilently();
  proxy.dropNewOnes();
  const cells = world.ctx.cells.map((one) => (one.cell === silentCell ? { ...one, db } : one));
  const ctx: Context = { ...world.ctx, cells };
  return {
    ctx,
    asker: everyCell(ctx).find(({ cell }) => cell === asking) as Context,
    async [Symbol.asyncDispose]() {
      await db.end();
      await proxy[Symbol.asyncDispose]();
    },
  };
}

const lackOf = (product: TestProduct) => ({
  supplierId: product.supplierId,
  productId: product.id,
  faceKopecks: 50_000,
  lastsTo: '2026-11-28',
  endless: true,
});

const placedWrongly = (): Promise<never> => Promise.reject(new Error('It was placed.'));

const freeIn = async (world: TestWorld): Promise<number[]> =>
  Promise.all(
    everyCell(world.ctx).map(
      async ({ db }) => (await db.query(`select from codes where state = 'free'`)).rowCount ?? 0,
    ),
  );

test('codes come from the cells that answer, and what only the silent one may have is unknown', async () => {
  await using world = await testWorld(inCells);
  const [product, other] = [await world.product(), await world.product()];
  // Each import goes to the cell with the fewest codes of its face.
  await world.pool(product, 500, 4);
  await world.pool(product, 500, 3);
  await world.pool(other, 500, 2);
  const { db } = world.cellOf({ id: 1 });
  await db.query(`update stock_available set available = 0 where product_id = $1`, [other.id]);
  assert.deepEqual(await freeIn(world), [6, 3, 0]);
  {
    await using away = await withSilentCell(world);
    const lacks = [product, other].map((one) => ({ ...lackOf(one), toCell: asking }));
    assert.deepEqual(await dealLacking(away.asker, lacks), ['found', 'unknown']);
    const [, inSilent, inAsking] = await freeIn(world);
    assert.equal(inSilent, 3);
    assert.ok((inAsking ?? 0) > 0);
    await assert.rejects(dealAndPlace(away.asker, [{ of: 'codes', ask: lackOf(other) }], placedWrongly), {
      statusCode: 503,
    });
    const dealer = createCodeDealer(away.ctx);
    const beganMs = performance.now();
    await dealer.round().catch(() => {});
    assert.ok(performance.now() - beganMs < 10_000);
  }
  await db.query(`update stock_available set available = 2 where product_id = $1`, [other.id]);
  assert.deepEqual(
    await dealLacking(everyCell(world.ctx)[2] as Context, [{ ...lackOf(other), toCell: asking }]),
    ['found'],
  );
});

test('metrics tell of the cells that answer, and name the silent one', async () => {
  await using world = await testWorld(inCells);
  const product = await world.product();
  await world.pool(product, 500, 6);
  const whole = await measureAll(world.ctx, world.ctx.clock.now());
  assert.deepEqual(whole.unreached, []);
  await using silent = await withSilentCell(world);
  const { stock, tests, unreached } = await measureAll(silent.ctx, world.ctx.clock.now());
  assert.deepEqual(unreached, [`cell ${silentCell}`]);
  assert.equal(tests.length, whole.tests.length);
  const free = await freeIn(world);
  const seen = stock.find(({ productId }) => productId === product.id)?.free ?? 0;
  assert.equal(seen, free.reduce((sum, count) => sum + count, 0) - (free[silentCell - 1] ?? 0));
});

test('a process is ready while some cells answer, though its centre does not', async () => {
  await using world = await testWorld(inCells);
  const proxy = await databaseProxy(world.databaseUrl);
  const db = openDatabase(proxy.url, { connections: 2, name: 'facevalue test' });
  try {
    const cells = world.ctx.cells.map((one) => (one.cell === silentCell ? { ...one, acceptDb: db } : one));
    const all = world.ctx.cells.map((one) => ({ ...one, acceptDb: db }));
    assert.equal(await readinessInCells({ ...world.ctx, db })(), null, 'all answers');
    proxy.dropSilently();
    proxy.dropNewOnes();
    assert.equal(await readinessInCells({ ...world.ctx, db, cells })(), null);
    assert.equal(await readinessInCells({ ...world.ctx, db, cells: all })(), 'the database does not answer');
    assert.equal(await readinessInCells({ ...world.ctx, db, cells: [] })(), 'the database does not answer');
  } finally {
    await db.end();
    await proxy[Symbol.asyncDispose]();
  }
});
