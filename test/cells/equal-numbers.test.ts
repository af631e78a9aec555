/** Codes of a supplier whose numbers look alike, in different cells: named, and never missed by an import. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadPool } from '../../src/orders/load-pool.ts';
import { carryRuns } from '../../src/orders/dealing/carry-runs.ts';
import { everyCell } from '../../src/platform/cells/cell-context.ts';
import { verifyCells } from '../../src/reports/verify-cells.ts';
import { compareNext } from '../../src/vault/numbers/compare-numbers.ts';
import { findEqualNumbers } from '../../src/vault/numbers/equal-numbers.ts';
import { folder, run } from '../commands/run-commands.ts';
import type { TestProduct } from '../support/arrange.ts';
import { storeAsFormerly } from '../support/former-codes.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const inCells = { FACEVALUE_TEST_CELLS: '3' };

const number = 'ABC330001';
const lookAlike = '\u0410\u0412\u0421330001';
const unseen = 'ABC\u200b330001';

async function load(world: TestWorld, product: TestProduct, numbers: string[]) {
  async function* rows() {
    yield await Promise.resolve(
      ['Номер', ...numbers].map((text, index) => ({ line: index + 1, cells: [text] })),
    );
  }
  return loadPool(
    world.ctx.db,
    world.ctx.keyring,
    { productId: product.id, fileName: 'codes.csv', rows: rows(), faceKopecks: 50_000 },
    world.clock.now(),
  );
}

/** A code in each of the three cells, with these numbers, as an older version has stored them. */
async function storeFormer(world: TestWorld, numbers: string[]): Promise<TestProduct> {
  const product = await world.product();
  for (const first of distinct) {
    assert.equal((await load(world, product, [first])).is, 'loaded');
    await carryRuns(world.ctx);
  }
  await storeEach(world, product, numbers);
  return product;
}

const distinct = ['CARD-1', 'CARD-2', 'CARD-3'];

async function storeEach(world: TestWorld, product: TestProduct, numbers: string[]): Promise<void> {
  const { keyring } = world.ctx;
  for (const [place, { db, cell }] of everyCell(world.ctx).entries()) {
    await db.query(`delete from uncompared_codes`);
    await storeAsFormerly({ db, keyring }, product.supplierId, [numbers[place] ?? '']);
    const { rows } = await db.query<{ fingerprint: Buffer }>(`select fingerprint from codes`);
    assert.equal(rows.length, 1);
    const found = [rows[0]?.fingerprint, cell];
    await world.ctx.db.query(`update code_places set fingerprint = $1 where cell = $2`, found);
  }
}

const compareAll = async (world: TestWorld): Promise<void> => {
  for (const cell of everyCell(world.ctx)) while (await compareNext(cell));
};

test('codes that look alike in different cells are named, compared or not', async () => {
  await using world = await testWorld(inCells);
  const product = await storeFormer(world, [number, unseen, lookAlike]);
  const places = everyCell(world.ctx).map(({ db }) => db);
  for (const when of ['before they are compared', 'afterwards']) {
    const equal = await findEqualNumbers(places, world.ctx.keyring);
    assert.equal(equal.length, 3, when);
    assert.equal(new Set(equal.map(({ equals }) => equals)).size, 1, when);
    const { ok, checks } = await verifyCells(world.ctx, () => {});
    const check = checks.find(({ name }) => name === 'equal-numbers');
    assert.deepEqual([ok, check?.ok, check?.rows.map(({ cell }) => cell)], [false, false, [1, 2, 3]], when);
    const told = await run({ url: world.databaseUrl }, ['pool', 'equal', '--json']);
    assert.deepEqual([told.code, JSON.parse(told.out).equal.length], [1, 3]);
    await compareAll(world);
  }
  await storeEach(world, product, distinct);
});

test('an import does not miss codes that were not compared yet', async () => {
  await using world = await testWorld(inCells);
  const product = await storeFormer(world, ['OTHER-1', unseen, 'OTHER-2']);
  const early = await load(world, product, [number]);
  assert.ok(early.is === 'refused' && early.why === 'uncompared', JSON.stringify(early));
  assert.deepEqual(early.reason, { is: 'being-compared' });
  const path = join(folder, 'again.csv');
  writeFileSync(path, `Номер\r\n${number}`);
  const args = ['pool', 'import', path, '--product', String(product.id), '--face', '500', '--json'];
  const ran = await run({ url: world.databaseUrl }, args);
  const report = JSON.parse(ran.out);
  assert.deepEqual([ran.code, report.loaded, report.duplicates_in_vault.total], [1, 0, 1], ran.err);
});
