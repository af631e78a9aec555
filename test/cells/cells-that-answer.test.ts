/** The node of a cell does not answer: readers of all cells show the others and name it, and nobody hears of a part as if it were all. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Context } from '../../src/context.ts';
import { operator } from '../../src/people/access/party.ts';
import { everyCell, leavingOut } from '../../src/platform/cells/cell-context.ts';
import { answering } from '../../src/platform/cells/from-answering.ts';
import { firstFound, fromCells, fromCellsOf } from '../../src/platform/cells/merge.ts';
import type { CellDatabases } from '../../src/platform/cells/open-cells.ts';
import { prove } from '../../src/reports/proof/prove.ts';
import { isRight } from '../../src/reports/proof/verdict.ts';
import { checkAnywhere } from '../../src/redemption/in-cells.ts';
import type { Till } from '../../src/redemption/till.ts';
import { measureAll } from '../../src/reports/measure-work.ts';
import { buyOne } from '../redemption/redemption-shop.ts';
import { visitor } from '../support/pages-of.ts';
import type { TestClient } from '../support/test-client.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

import { asking, freeIn, inCells, silentCell, withoutCell } from './silent-process.ts';

const unavailable = { statusCode: 503 };

const findIn = (ctx: Context, wanted: number): Promise<number | null> =>
  firstFound(ctx, async ({ db, cell }) => {
    await db.query('select');
    return cell === wanted ? cell : null;
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
    assert.equal(await findIn(silent.ctx, asking), asking);
    await assert.rejects(findIn(silent.ctx, silentCell), unavailable);
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

  test('a till lists what was redeemed in the others and says that it is not all; the shift stays open', async () => {
    const product = await world.product({ scheme: 'platform' });
    const cashier = await visitor(world, { side: 'supplier', partyId: product.supplierId }, 'cashier');
    for (const [nth, client] of shops.entries()) {
      const [number, key] = [await buyOne(world, client, product), `till-${String(nth).repeat(22)}`];
      assert.equal((await cashier.post('/till/redeem', { number, key })).statusCode, 200);
    }
    const isPart = /role="alert">Some redemptions cannot be reached just now/;
    const whole = await cashier.get('/till/today');
    assert.match(whole.body, /3 in all/);
    assert.doesNotMatch(whole.body, isPart);
    const here = world.ctx.cells[silentCell - 1] as CellDatabases;
    const known = { ...here };
    Object.assign(here, silent.away);
    try {
      const today = await cashier.get('/till/today');
      assert.equal(today.statusCode, 200, today.body);
      assert.match(today.body, /2 in all/);
      assert.match(today.body, isPart);
      const shift = await cashier.get('/till/shift');
      assert.equal(shift.statusCode, 200, shift.body);
      assert.match(shift.body, isPart);
      assert.doesNotMatch(shift.body, /Close the shift/);
      assert.equal((await cashier.post('/till/shift')).statusCode, 503);
    } finally {
      Object.assign(here, known);
    }
    assert.equal((await cashier.post('/till/shift')).statusCode, 303);
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
