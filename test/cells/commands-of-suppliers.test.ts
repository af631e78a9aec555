/** Commands about suppliers, products and pools tell of all cells together. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder, json } from '../commands/run-commands.ts';
import { testWorld } from '../support/test-world.ts';

test('what cells have is added up, and what is loaded is dealt to them', async () => {
  await using world = await testWorld({ FACEVALUE_TEST_CELLS: '3' });
  const say = (...args: string[]) => json({ url: world.databaseUrl }, ...args);
  const pooled = await world.product({ monthlyOrdersLimit: 10 });
  const own = await world.product({ scheme: 'platform' });
  const shops = [await world.client(), await world.client(), await world.client()];
  const file = join(folder, 'codes.csv');
  writeFileSync(file, `Номер\n${Array.from({ length: 9 }, (_, index) => `CELL-CODE-${index}`).join('\n')}\n`);
  const [id, supplier] = [String(pooled.id), String(pooled.supplierId)];
  assert.partialDeepStrictEqual(await say('pool', 'import', file, '--product', id, '--face', '500'), {
    loaded: 9,
  });
  for (const shop of shops) await shop.makeOrder({ product_id: pooled.id, face: 500 });
  await world.settle();

  assert.partialDeepStrictEqual(await say('pool', 'stock', '--product', id), { stock: [{ free: 6 }] });
  const { products } = (await say('product', 'list', '--supplier', supplier)) as { products: object[] };
  assert.partialDeepStrictEqual(products, [
    {
      id: pooled.id,
      faces: [
        { face: 500, free: 6 },
        { face: 1000, free: 0 },
      ],
    },
  ]);
  assert.partialDeepStrictEqual(await say('supplier', 'limits', supplier), { brands: [{ orders_left: 7 }] });
  assert.partialDeepStrictEqual(await say('supplier', 'brand', supplier), { brands: [{ used_orders: 3 }] });
  const month = ['--from', '2026-11-01', '--to', '2026-11-30'];
  assert.partialDeepStrictEqual(await say('settlement', '--supplier', supplier, ...month), {
    lines: [{ issued: 3 }],
  });
  assert.deepEqual(await say('quarantine', 'list'), { quarantine: [] });
  assert.partialDeepStrictEqual(await say('activation', 'list'), { letters: [] });
  assert.partialDeepStrictEqual(await say('draft', 'list'), { drafts: [] });
  await say('supplier', 'user', 'add', String(own.supplierId), 'kassa');
  const { users } = (await say('supplier', 'user', 'list', String(own.supplierId))) as { users: object[] };
  assert.partialDeepStrictEqual(users, [{ name: 'kassa', redeemed: 0 }]);
});
