/** What a second person decides about codes is done for all cells, and limits of brands are told over them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listBrandsOfAll, setBrand } from '../../src/catalog/brand.ts';
import { decideGuardedAct } from '../../src/acts/guarded/decide.ts';
import { askToLoadFile } from '../../src/acts/guarded/load-codes.ts';
import { setFourEyes } from '../../src/acts/guarded/set-four-eyes.ts';
import { operator } from '../../src/people/access/party.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import { counted } from '../../src/platform/cells/merge.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { testWorld } from '../support/test-world.ts';

test('a file of codes that a second person lets in comes to the cells', async () => {
  await using world = await testWorld({ FACEVALUE_TEST_CELLS: '3' });
  const product = await world.product();
  const now = world.clock.now();
  await setFourEyes(world.ctx, fromShell, { on: true, aboveKopecks: 0 }, now);
  const bytes = Buffer.from(['Номер;Номинал', 'A-1;500', 'A-2;500', 'A-3;500'].join('\n'));
  const rules = { productId: product.id, fileName: 'codes.csv' };
  const asked = await askToLoadFile(world.ctx, fromShell, rules, () => Promise.resolve(bytes), now);
  assert.ok(asked?.is === 'waits');
  const by = {
    is: 'person',
    personId: 2,
    name: 'Анна',
    ...operator,
    role: 'admin',
    isWhole: true,
    steppedUpAt: now,
  } as const;
  const decided = await decideGuardedAct(world.ctx, by, { id: asked.approvalId, approve: true }, now);
  assert.equal(decided.is, 'done');
  await world.settle();
  const [limited] = await listBrandsOfAll(world.ctx, product.supplierId, now);
  const limits = { monthlyOrders: 100, monthlySumKopecks: 100_000_000 };
  const ask = { supplierId: product.supplierId, name: limited?.name ?? '', limits };
  assert.equal(await transaction(world.ctx.db, (tx) => setBrand(tx, ask)), 'set');
  const clients = [await world.client(), await world.client(), await world.client()];
  for (const client of clients) await client.makeOrder({ product_id: product.id, face: 500 });
  await world.settle();
  const sold = await counted(world.ctx, async ({ db }) => {
    const { rowCount } = await db.query(`select from codes where state = 'sold'`);
    return rowCount ?? 0;
  });
  assert.equal(sold, 3);
  const [brand] = await listBrandsOfAll(world.ctx, product.supplierId, now);
  assert.deepEqual([brand?.usedOrders, brand?.usedSumKopecks], [3, 150_000]);
});
