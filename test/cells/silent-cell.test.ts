/** The node of a cell does not answer: what needs no answer of it goes on, and nobody hears of a part as if it were all. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCodeDealer } from '../../src/orders/dealing/deal-codes.ts';
import { dealLacking } from '../../src/orders/dealing/deal-lacking.ts';
import { dealAndPlace } from '../../src/orders/dealing/deal-lacks.ts';
import { dealLimits } from '../../src/orders/dealing/deal-limits.ts';
import type { Context } from '../../src/context.ts';
import { operator } from '../../src/people/access/party.ts';
import { readinessInCells } from '../../src/platform/cells/readiness-in-cells.ts';
import { everyCell, leavingOut } from '../../src/platform/cells/cell-context.ts';
import { answering, whileThere } from '../../src/platform/cells/from-answering.ts';
import { firstFound, fromCells, fromCellsOf } from '../../src/platform/cells/merge.ts';
import type { CellDatabases } from '../../src/platform/cells/open-cells.ts';
import { allowTime, openDatabase, transaction } from '../../src/platform/database/database.ts';
import { prove } from '../../src/proof/prove.ts';
import { isRight } from '../../src/proof/verdict.ts';
import { checkAnywhere } from '../../src/redemption/in-cells.ts';
import type { Till } from '../../src/redemption/till.ts';
import { measureAll } from '../../src/reports/measure-work.ts';
import type { TestProduct } from '../support/arrange.ts';
import { visitor } from '../support/pages-of.ts';
import type { TestClient } from '../support/test-client.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';
import { databaseProxy } from '../platform/database/database-proxy.ts';

const inCells = { FACEVALUE_TEST_CELLS: '3' };
const [, silentCell, asking] = [1, 2, 3] as const;
const unavailable = { statusCode: 503 };

/** A process of this world to which one cell does not answer: it says nothing, or refuses. */
async function withoutCell(world: TestWorld, how: 'silent' | 'refuses') {
  const proxy = await databaseProxy(world.databaseUrl);
  const db = openDatabase(proxy.url, { connections: 2, name: 'facevalue test' });
  proxy.dropSilently();
  proxy.dropNewOnes();
  if (how === 'refuses') await proxy[Symbol.asyncDispose]();
  const away = { db, acceptDb: db, pageDb: db, lookDb: db };
  const cells = world.ctx.cells.map((one) => (one.cell === silentCell ? { ...one, ...away } : one));
  const ctx: Context = { ...world.ctx, cells };
  return {
    ctx,
    away,
    asker: everyCell(ctx).find(({ cell }) => cell === asking) as Context,
    async [Symbol.asyncDispose]() {
      await db.end();
      if (how === 'silent') await proxy[Symbol.asyncDispose]();
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

const placed = <Dealt>(dealt: Dealt): Promise<Dealt> => Promise.resolve(dealt);

const freeIn = async (world: TestWorld): Promise<number[]> =>
  Promise.all(
    everyCell(world.ctx).map(
      async ({ db }) => (await db.query(`select from codes where state = 'free'`)).rowCount ?? 0,
    ),
  );

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
    await dealer.round().catch(() => {});
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
  const before = await sharesOf();
  const { supplierId, brandId } = product;
  const need = { supplierId, brandId, orders: 1, kopecks: 50_000, least: 50_000 };
  {
    await using away = await withoutCell(world, 'refuses');
    assert.deepEqual(await dealLimits(away.asker, [{ ...need, orders: 30 }]), ['found']);
    const [first = 0, silent, asker = 0] = await sharesOf();
    assert.equal(silent, before[silentCell - 1]);
    assert.equal(first + asker, (before[0] ?? 0) + (before[asking - 1] ?? 0), 'the same together');
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
  const db = openDatabase(proxy.url, { connections: 2, name: 'facevalue test' });
  left.defer(() => db.end());
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

describe('without the second of three cells', () => {
  let world: TestWorld;
  let silent: Awaited<ReturnType<typeof withoutCell>>;
  let shops: TestClient[];
  let sold: { till: Till; numbers: string[] };
  before(async () => {
    world = await testWorld(inCells);
    shops = [];
    for (const name of ['Клён', 'Берёза', 'Сосна']) shops.push(await world.client({ name }));
    const product = await world.product();
    await world.pool(product, 500, 9);
    const numbers: string[] = [];
    for (const shop of shops) {
      const id = await shop.makeOrder({ product_id: product.id, face: 500, delivery_type: 'code' });
      await world.settle();
      numbers.push((await shop.getCode(id)).code);
    }
    const { supplierId } = product;
    const principal = { is: 'program', side: 'supplier', partyId: supplierId } as const;
    sold = { till: { supplierId, principal, name: 'API', redeemsOwn: true }, numbers };
    silent = await withoutCell(world, 'refuses');
  });
  after(async () => {
    await silent[Symbol.asyncDispose]();
    await world[Symbol.asyncDispose]();
  });

  test('readers of all cells leave it out and name it; what needs all of them breaks off', async () => {
    assert.deepEqual(
      (await answering(silent.ctx.cells)).map(({ cell }) => cell),
      [1, 3],
    );
    const reading = leavingOut(silent.ctx);
    assert.deepEqual(await fromCells(reading, ({ cell }) => Promise.resolve(cell)), [1, 3]);
    assert.deepEqual(
      [...reading.leftOut].map(({ cell }) => cell),
      [silentCell],
    );
    const ofShops = leavingOut(silent.ctx);
    const ids = shops.map(({ id }) => id);
    assert.deepEqual(await fromCellsOf(ofShops, ids, (_cell, own) => Promise.resolve(own)), [
      [ids[0]],
      [ids[2]],
    ]);
    assert.equal(ofShops.leftOut.size, 1);
    await assert.rejects(
      fromCells(silent.ctx, ({ db }) => db.query('select')),
      unavailable,
    );
  });

  test('what another cell knows is found, and what none of them knows is not said to be nowhere', async () => {
    const findIn = (wanted: number) =>
      firstFound(silent.ctx, async ({ db, cell }) => {
        await db.query('select');
        return cell === wanted ? cell : null;
      });
    assert.equal(await findIn(asking), asking);
    await assert.rejects(findIn(silentCell), unavailable);
  });

  test('metrics tell of the cells that answer, and name the silent one', async () => {
    const whole = await measureAll(world.ctx, world.ctx.clock.now());
    assert.deepEqual(whole.unreached, []);
    const { stock, tests, unreached } = await measureAll(silent.ctx, world.ctx.clock.now());
    assert.deepEqual(unreached, [`cell ${silentCell}`]);
    assert.equal(tests.length, whole.tests.length);
    const free = await freeIn(world);
    assert.equal(stock[0]?.free, (free[0] ?? 0) + (free[asking - 1] ?? 0));
  });

  test('a proof is neither right nor wrong', async () => {
    const verdict = await prove(leavingOut(silent.ctx), () => {});
    assert.equal(isRight(verdict), null);
    assert.deepEqual([verdict.ok, verdict.sealedDays, verdict.counts.clients], [false, null, 2]);
    assert.deepEqual(
      verdict.checks.flatMap(({ ok, name, rows }) => (ok ? [] : [{ name, rows }])),
      [{ name: 'reached', rows: [{ cell: silentCell, node: null }] }],
    );
    const { db } = everyCell(world.ctx)[0] as Context;
    await db.query(`update accounts set balance_kopecks = balance_kopecks + 1 where name = 'funds'`);
    assert.equal(isRight(await prove(leavingOut(silent.ctx), () => {})), false);
    await db.query(`update accounts set balance_kopecks = balance_kopecks - 1 where name = 'funds'`);
  });

  test('tills check the codes of the others, whatever the directory says', async () => {
    const check = (ctx: Context, number: string) =>
      checkAnywhere(ctx, { till: sold.till, number }, world.clock.now());
    const [first = '', second = '', third = ''] = sold.numbers;
    for (const number of [first, third]) assert.equal((await check(silent.ctx, number)).is, 'known');
    await assert.rejects(check(silent.ctx, second), unavailable);
    await assert.rejects(check(silent.ctx, 'NOBODY-KNOWS'), unavailable);
    const undirected = { ...silent.ctx, db: silent.away.db };
    assert.equal((await check(undirected, third)).is, 'known');
  });

  test('pages show the others and say whom they leave out; what may be in it is not said to be missing', async () => {
    const admin = await visitor(world, operator, 'admin');
    const here = world.ctx.cells[silentCell - 1] as CellDatabases;
    const known = { ...here };
    Object.assign(here, silent.away);
    try {
      const list = await admin.get('/o/clients');
      assert.equal(list.statusCode, 200, list.body);
      assert.match(list.body, /Клён[^]*Сосна|Сосна[^]*Клён/);
      assert.doesNotMatch(list.body, /Берёза/);
      assert.match(list.body, /role="alert">Cells that do not answer: 2\./);
      assert.doesNotMatch((await admin.get('/o/categories')).body, /do not answer/);
      assert.equal((await admin.get(`/o/clients/${shops[1]?.id}`)).statusCode, 503);
    } finally {
      Object.assign(here, known);
    }
  });
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
