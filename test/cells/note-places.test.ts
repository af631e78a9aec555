/** The directory of numbers hears where dealt codes are, behind their arrival. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dealLacking } from '../../src/orders/dealing/deal-lacking.ts';
import type { Context } from '../../src/context.ts';
import { everyCell } from '../../src/platform/cells/cell-context.ts';
import { checkAnywhere } from '../../src/redemption/in-cells.ts';
import { verifyCells } from '../../src/reports/verify-cells.ts';
import { notePlaces } from '../../src/vault/dealing/note-places.ts';
import type { TestProduct } from '../support/arrange.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const inCells = { FACEVALUE_TEST_CELLS: '3' };

/** Brings one code of the product to a cell. */
async function bring(world: TestWorld, product: TestProduct, toCell: number): Promise<void> {
  const cell = everyCell(world.ctx).find((one) => one.cell === toCell) as Context;
  const lack = {
    toCell,
    supplierId: product.supplierId,
    productId: product.id,
    faceKopecks: 50_000,
    lastsTo: '2026-11-28',
    endless: true,
  };
  assert.deepEqual(await dealLacking(cell, [lack]), ['found']);
}

const note = (world: TestWorld, cell: number): Promise<number> =>
  notePlaces((everyCell(world.ctx)[cell - 1] as Context).db, cell);

async function placeIn(world: TestWorld): Promise<number[]> {
  const { rows } = await world.ctx.db.query<{ cell: number }>(`select cell from code_places`);
  return rows.map(({ cell }) => cell);
}

const isVerified = async (world: TestWorld): Promise<boolean> => (await verifyCells(world.ctx, () => {})).ok;

test('a till finds a code before the directory knows its cell, and accounts agree before and after', async () => {
  await using world = await testWorld(inCells);
  const product = await world.product();
  await world.pool(product, 500, 1);
  // Its clients come to one cell after the other.
  const [, shop] = [await world.client(), await world.client()];
  await bring(world, product, 2);
  assert.deepEqual(await placeIn(world), [1]);
  assert.ok(await isVerified(world));
  const id = await shop.makeOrder({ product_id: product.id, face: 500, delivery_type: 'code' });
  const issuing = world.settle();
  const { code } = await issuing.then(() => shop.getCode(id));
  await world.home.db.query(`update code_places set cell = 1`);
  const till = {
    supplierId: product.supplierId,
    principal: { is: 'program', side: 'supplier', partyId: product.supplierId } as const,
    name: 'API',
    redeemsOwn: true,
  };
  assert.equal((await checkAnywhere(world.ctx, { till, number: code }, world.clock.now())).is, 'known');
  await world.home.db.query(`update code_places set cell = 2`);
});

test('whichever cell is heard first, the directory knows the last', async () => {
  await using world = await testWorld(inCells);
  const product = await world.product();
  await world.pool(product, 500, 1);
  await bring(world, product, 2);
  await bring(world, product, 3);
  assert.ok(await isVerified(world));
  assert.equal(await note(world, 3), 1);
  assert.equal(await note(world, 2), 1);
  assert.deepEqual(await placeIn(world), [3]);
  assert.deepEqual([await note(world, 2), await note(world, 3)], [0, 0]);
});

test('codes that go on and on while the directory is told are where it says in the end', async () => {
  await using world = await testWorld(inCells);
  const product = await world.product();
  await world.pool(product, 500, 60);
  let went = 0;
  const deal = async (): Promise<void> => {
    for (let round = 0; round < 20; round += 1) await bring(world, product, 1 + (round % 3));
  };
  const dealing = deal().then(() => (went = 1));
  while (went === 0)
    // What has gone on meanwhile is told again.
    await Promise.allSettled([1, 2, 3].map((cell) => note(world, cell)));
  await dealing;
  await world.settle();
  assert.ok(await isVerified(world));
});
