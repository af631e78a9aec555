/** The node of a cell does not answer: codes and limits of the others are dealt, and processes are ready. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCodeDealer } from '../../src/orders/dealing/deal-codes.ts';
import { dealLacking } from '../../src/orders/dealing/deal-lacking.ts';
import { dealAndPlace } from '../../src/orders/dealing/deal-lacks.ts';
import { dealLimits } from '../../src/orders/dealing/deal-limits.ts';
import type { Context } from '../../src/context.ts';
import { readinessInCells } from '../../src/platform/cells/readiness-in-cells.ts';
import { everyCell } from '../../src/platform/cells/cell-context.ts';
import { whileThere } from '../../src/platform/cells/from-answering.ts';
import type { CellDatabases } from '../../src/platform/cells/open-cells.ts';
import {
  allowTime,
  openDatabase,
  openShared,
  transaction,
  type Database,
} from '../../src/platform/database/database.ts';
import { PartPool } from '../../src/platform/database/shared-pool.ts';
import type { TestProduct } from '../support/arrange.ts';
import { testWorld } from '../support/test-world.ts';
import { databaseProxy } from '../platform/database/database-proxy.ts';
import { asking, freeIn, inCells, silentCell, withoutCell } from './silent-process.ts';

const lackOf = (product: TestProduct) => ({
  supplierId: product.supplierId,
  productId: product.id,
  faceKopecks: 50_000,
  lastsTo: '2026-11-28',
  endless: true,
});

const placed = <Dealt>(dealt: Dealt): Promise<Dealt> => Promise.resolve(dealt);

test('codes come from the cells that answer, and what only the silent one may have nobody can buy', async () => {
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
    await using away = await withoutCell(world, 'silent');
    const lacks = [product, other].map((one) => ({ ...lackOf(one), toCell: asking }));
    assert.deepEqual(await dealLacking(away.asker, lacks), ['found', 'unknown']);
    const [, inSilent, inAsking] = await freeIn(world);
    assert.equal(inSilent, 3);
    assert.ok((inAsking ?? 0) > 0);
    const lack = { of: 'codes', ask: lackOf(other) } as const;
    assert.deepEqual(await dealAndPlace(away.asker, [lack], placed), ['unknown']);
    const dealer = createCodeDealer(away.ctx);
    const beganMs = performance.now();
    await dealer.round();
    await dealer.round();
    assert.ok(performance.now() - beganMs < 10_000);
  }
  await db.query(`update stock_available set available = 2 where product_id = $1`, [other.id]);
  assert.deepEqual(
    await dealLacking(everyCell(world.ctx)[2] as Context, [{ ...lackOf(other), toCell: asking }]),
    ['found'],
  );
});

test('a limit is shared by the cells that answer, and that of the silent one stays its own', async () => {
  await using world = await testWorld(inCells);
  const product = await world.product({ scheme: 'platform', monthlyOrdersLimit: 30 });
  const shops = [await world.client(), await world.client(), await world.client()];
  const order = { product_id: product.id, face: 500 };
  for (const shop of shops) await shop.makeOrder(order);
  const sharesOf = async (): Promise<number[]> =>
    (
      await Promise.all(
        everyCell(world.ctx).map(({ db }) =>
          db.query<{ orders_share: number }>(`select orders_share from brand_usage`),
        ),
      )
    ).map(({ rows }) => rows[0]?.orders_share ?? 0);
  const sharesBefore = await sharesOf();
  const { supplierId, brandId } = product;
  const need = { supplierId, brandId, orders: 1, kopecks: 50_000, least: 50_000 };
  {
    await using away = await withoutCell(world, 'refuses');
    assert.deepEqual(await dealLimits(away.asker, [{ ...need, orders: 30 }]), ['found']);
    const [first = 0, silent, asker = 0] = await sharesOf();
    assert.equal(silent, sharesBefore[silentCell - 1]);
    assert.equal(
      first + asker,
      (sharesBefore[0] ?? 0) + (sharesBefore[asking - 1] ?? 0),
      'the same together',
    );
    assert.equal(first, 1, 'what it has used');
    const third = shops[asking - 1];
    for (let left = asker - 1; left > 0; left -= 1) await third?.makeOrder(order);
    assert.deepEqual(await dealLimits(away.asker, [need]), ['unknown']);
  }
  await world.settle();
});

test('a long statement of a node that has fallen silent is given up before its own limit', async () => {
  await using world = await testWorld(inCells);
  const proxy = await databaseProxy(world.databaseUrl);
  await using left = new AsyncDisposableStack();
  left.use(proxy);
  const shared = openShared(proxy.url, { connections: 2, name: 'facevalue test', way: null });
  left.defer(() => shared.end());
  const part = { servers: shared.servers, shared: () => shared, close: () => shared.end() };
  const db: Database = new PartPool({ schemas: ['public'] }, part);
  const cell = { ...(world.ctx.cells[0] as CellDatabases), db, pageDb: db };
  const begun = Promise.withResolvers<void>();
  const asked = transaction(db, async (tx) => {
    await allowTime(tx, { statementMs: 3_600_000 });
    const sleeping = tx.query(`select pg_sleep(3000)`);
    begun.resolve();
    await sleeping;
  });
  const answered = whileThere(cell, asked, 100);
  await begun.promise;
  await sleep(300);
  proxy.dropSilently();
  proxy.dropNewOnes();
  assert.equal(await answered, null);
  await world.all.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query = 'select pg_sleep(3000)'`,
  );
});

const mostAsked = 60;

/** On a busy machine an answer may take longer than a balancer waits for it. */
async function untilReady(lacks: () => Promise<string | null>, when: string): Promise<void> {
  for (let asked = 1; (await lacks()) !== null; asked += 1) {
    assert.ok(asked < mostAsked, when);
    await sleep(500);
  }
}

test('a process is ready while some cells answer, though its centre does not', async () => {
  await using world = await testWorld(inCells);
  const proxy = await databaseProxy(world.databaseUrl);
  const db = openDatabase(proxy.url, { connections: 2, name: 'facevalue test' });
  try {
    const cells = world.ctx.cells.map((one) => (one.cell === silentCell ? { ...one, acceptDb: db } : one));
    const all = world.ctx.cells.map((one) => ({ ...one, acceptDb: db }));
    await untilReady(readinessInCells({ ...world.ctx, db }), 'all answers');
    proxy.dropSilently();
    proxy.dropNewOnes();
    await untilReady(readinessInCells({ ...world.ctx, db, cells }), 'others answer');
    assert.equal(await readinessInCells({ ...world.ctx, db, cells: all })(), 'the database does not answer');
    assert.equal(await readinessInCells({ ...world.ctx, db, cells: [] })(), 'the database does not answer');
  } finally {
    await db.end();
    await proxy[Symbol.asyncDispose]();
  }
});
