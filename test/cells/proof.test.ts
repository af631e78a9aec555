/** A proof of an installation with cells finds what is wrong in any of them. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { everyCell } from '../../src/platform/cells/cell-context.ts';
import { prove } from '../../src/reports/proof/prove.ts';
import { checksAcross } from '../../src/reports/verify-cells.ts';
import type { TestClient } from '../support/test-client.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

describe('a proof of three cells', () => {
  let world: TestWorld;
  let clients: TestClient[];
  before(async () => {
    world = await testWorld({ FACEVALUE_TEST_CELLS: '3' });
    clients = [await world.client(), await world.client(), await world.client()];
  });
  after(() => world[Symbol.asyncDispose]());

  const broken = async () =>
    (await prove(world.ctx, () => {})).checks
      .filter(({ ok }) => !ok)
      .map(({ name, total, rows }) => ({ name, total, cells: rows.map(({ cell }) => cell) }));

  const inCells = (statement: string, cells: TestClient[]) =>
    Promise.all(cells.map((client) => world.cellOf(client).db.query(statement)));

  test('counts what is in all of them, and says how far it is', async () => {
    const places: string[] = [];
    const { ok, counts, checks } = await prove(world.ctx, (_check, place, of) =>
      places.push(`${place}/${of}`),
    );
    assert.equal(ok, true);
    assert.deepEqual([counts.clients, counts.transfers], [3, 3]);
    assert.equal(new Set(checks.map(({ name }) => name)).size, checks.length);
    const ofCells = places.length - checksAcross.length - 1;
    assert.equal(places[0], `1/${ofCells}`);
    assert.equal(places[ofCells - 1], `${ofCells}/${ofCells}`);
  });

  test('finds a wrong balance, and names its cell', async () => {
    const [, ...wrong] = clients;
    await inCells(`update accounts set balance_kopecks = balance_kopecks + 1 where name = 'funds'`, wrong);
    assert.deepEqual(await broken(), [
      { name: 'balances', total: 2, cells: [2, 3] },
      { name: 'zero-sum', total: 2, cells: [2, 3] },
    ]);
    await inCells(`update accounts set balance_kopecks = balance_kopecks - 1 where name = 'funds'`, wrong);
    assert.deepEqual(await broken(), []);
  });

  test('finds what is in a cell that its id does not name', async () => {
    const [, second] = clients;
    assert.ok(second);
    const { db } = world.cellOf(second);
    await db.query(`update transfers set id = id + 1`);
    const names = (await broken()).map(({ name }) => name);
    assert.deepEqual(names, ['cells']);
    await db.query(`update transfers set id = id - 1`);
  });

  test('finds a number that is in two cells, and one that is nowhere', async () => {
    const product = await world.product();
    await world.pool(product, 500, 6);
    const [home, other] = everyCell(world.ctx);
    assert.ok(home && other);
    assert.deepEqual(await broken(), []);
    const { rows } = await home.db.query<Record<string, unknown>>(`select * from codes order by id limit 1`);
    const [twice] = rows;
    assert.ok(twice);
    await other.db.query(
      `insert into codes (supplier_id, product_id, face_kopecks, state, sealed, fingerprint)
       values ($1, $2, 50000, 'blocked', $3, $4)`,
      ['supplier_id', 'product_id', 'sealed', 'fingerprint'].map((column) => twice[column]),
    );
    assert.deepEqual(await broken(), [{ name: 'numbers', total: 1, cells: [2] }]);
    await other.db.query(`delete from codes`);
    await home.db.query(`update code_places set cell = 3 where fingerprint = $1`, [twice['fingerprint']]);
    assert.deepEqual(await broken(), [{ name: 'numbers', total: 2, cells: [1, 3] }]);
    await home.db.query(`update code_places set cell = 1`);
    assert.deepEqual(await broken(), []);
  });

  test('a day of all cells has one seal, which the change of any cell breaks', async () => {
    world.clock.forward('5 d');
    const { sealedDays } = await prove(world.ctx, () => {});
    assert.deepEqual(sealedDays, { days: 1, last: '2026-11-21', changed: [] });
    const [, , third] = clients;
    assert.ok(third);
    const { db } = world.cellOf(third);
    await db.query(`update transfers set amount_kopecks = amount_kopecks + 1`);
    assert.deepEqual((await prove(world.ctx, () => {})).sealedDays?.changed, ['2026-11-21']);
    await db.query(`update transfers set amount_kopecks = amount_kopecks - 1`);
  });
});
