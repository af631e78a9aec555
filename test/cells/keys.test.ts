/** What older data keys sealed is sealed again in all cells, and on the way between them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carryRuns } from '../../src/orders/dealing/carry-runs.ts';
import { everyCell } from '../../src/platform/cells/cell-context.ts';
import { isOfCells } from '../../src/platform/cells/table-classes.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { countClientKeys } from '../../src/platform/secrets/count-client-keys.ts';
import { openKeyring } from '../../src/platform/secrets/keyring.ts';
import { rotateDataKey } from '../../src/platform/secrets/rotate-keys.ts';
import { resealAll } from '../../src/upkeep/resealing/reseal-all.ts';
import { sealedColumns } from '../../src/upkeep/resealing/sealed-columns.ts';
import { openCode } from '../../src/vault/seal-code.ts';
import { giveCodes } from '../../src/vault/dealing/give-codes.ts';
import { addCodes, freshCodes } from '../support/arrange.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

/** A world with codes in three cells, one run of codes between two of them, and one import that has not arrived. */
async function world(): Promise<TestWorld> {
  const made = await testWorld({ FACEVALUE_TEST_CELLS: '3' });
  for (let shop = 0; shop < 3; shop += 1) await made.client();
  const product = await made.product();
  await made.pool(product, 500, 30);
  const from = everyCell(made.ctx)[0] ?? assert.fail();
  const giving = {
    supplierId: product.supplierId,
    productId: product.id,
    faceKopecks: 50_000,
    lastsTo: '2026-11-28',
    endless: true,
    toCell: 2,
    codes: 4,
  };
  assert.equal(await transaction(from.db, (tx) => giveCodes(tx, giving, made.clock.now())), 4);
  const place = { db: made.ctx.db, keyring: made.ctx.keyring, now: () => made.clock.now() };
  await addCodes(place, product, 500, freshCodes(6));
  return made;
}

/** A further data key; this process takes it up as one that has started since, in which `verify` opens what it seals. */
async function rotated({ ctx, clock }: TestWorld) {
  await rotateDataKey(ctx.db, ctx.config, clock.now());
  clock.forward('1 h');
  const keyring = await openKeyring(ctx.db, ctx.config, clock.now(), ctx.cells);
  for (const place of [ctx, ...everyCell(ctx)]) Object.assign(place, { keyring });
  return keyring;
}

/** How many values each data key has sealed, over all cells. */
async function sealedBy({ ctx }: TestWorld): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { table, column } of sealedColumns)
    for (const { db } of isOfCells(table) ? everyCell(ctx) : [ctx]) {
      const { rows } = await db.query<{ version: number; count: number }>(
        `select (get_byte(${column}, 0) & 127) * 256 + get_byte(${column}, 1) as version, count(*) as count
         from ${table} where length(${column}) > 2 group by 1`,
      );
      for (const { version, count } of rows) counts[version] = (counts[version] ?? 0) + count;
    }
  return counts;
}

test('values of all cells and codes on their way are sealed again, and then the old key is needed by nothing', async () => {
  await using made = await world();
  const keyring = await rotated(made);
  const { '1': all = 0 } = await sealedBy(made);
  assert.ok(all >= 36 + 3, `${all} values`);
  const ask = { now: made.clock.now(), onProgress: () => {}, crashPoint: () => {} };
  assert.deepEqual(await resealAll({ ...made.ctx, keyring }, ask), { is: 'done', version: 2, count: all });
  assert.deepEqual(await sealedBy(made), { '2': all });
  const { rows } = await made.ctx.db.query(`select version from sealing_keys where unused_since is not null`);
  assert.deepEqual(rows, [{ version: 1 }]);
  for (const { db } of everyCell(made.ctx)) assert.equal((await countClientKeys(db)).in_use, 1);

  await carryRuns({ ...made.ctx, keyring });
  for (const { db } of everyCell(made.ctx)) {
    const codes = await db.query<{ supplier_id: number; fingerprint: Buffer; sealed: Buffer }>(
      `select supplier_id, fingerprint, sealed from codes`,
    );
    for (const code of codes.rows) assert.match(openCode(keyring, code.supplier_id, code).number, /^77/);
  }
});

test('codes that arrive where sealing again has been are sealed by the newest key', async () => {
  await using made = await world();
  const keyring = await rotated(made);
  assert.equal(await carryRuns({ ...made.ctx, keyring }), 10);
  const counts: Record<string, number> = {};
  for (const { db } of everyCell(made.ctx)) {
    const { rows } = await db.query<{ version: number; count: number }>(
      `select get_byte(sealed, 1) as version, count(*) as count from codes group by 1`,
    );
    for (const { version, count } of rows) counts[version] = (counts[version] ?? 0) + count;
  }
  assert.deepEqual(counts, { '1': 26, '2': 10 });
});
