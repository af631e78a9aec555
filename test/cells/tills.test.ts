/** Tills find a code in whatever cell it is, and each is redeemed once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gatherRedemptions } from '../../src/redemption/gather-redemptions.ts';
import { checkAnywhere } from '../../src/redemption/in-cells.ts';
import type { Till } from '../../src/redemption/till.ts';
import { everyCell } from '../../src/platform/cells/cell-context.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const tillOf = (supplierId: number): Till => ({
  supplierId,
  principal: { is: 'program', side: 'supplier', partyId: supplierId },
  name: 'API',
  redeemsOwn: true,
});

/** Numbers that three clients in three cells have bought, of the pool and of those that the platform makes. */
async function sell(world: TestWorld, scheme: 'pool' | 'platform') {
  const product = await world.product({ scheme });
  const numbers: string[] = [];
  if (scheme === 'pool') await world.pool(product, 500, 5);
  for (let count = 0; count < 3; count += 1) {
    const client = await world.client();
    const id = await client.makeOrder({ product_id: product.id, face: 500, delivery_type: 'code' });
    await world.settle();
    numbers.push((await client.getCode(id)).code);
  }
  return { product, numbers };
}

for (const scheme of ['pool', 'platform'] as const)
  test(`codes of a ${scheme} are checked and redeemed once by two processes at once`, async () => {
    await using world = await testWorld({ FACEVALUE_TEST_CELLS: '3' });
    const { product, numbers } = await sell(world, scheme);
    const till = tillOf(product.supplierId);
    const processes = [gatherRedemptions(world.ctx), gatherRedemptions(world.ctx)];
    for (const number of numbers)
      assert.equal((await checkAnywhere(world.ctx, { till, number }, world.clock.now())).is, 'known');
    const answers = await Promise.all(
      [...numbers, 'NOBODY-KNOWS'].flatMap((number) =>
        processes.map((redeem) => redeem({ till, number, idempotencyKey: null })),
      ),
    );
    const counts = Map.groupBy(answers, ({ is }) => is);
    assert.equal(counts.get('redeemed')?.length, 3);
    assert.equal(counts.get('already-redeemed')?.length, 3);
    assert.equal(counts.get('unknown')?.length, 2);
    for (const { db } of everyCell(world.ctx))
      assert.equal((await db.query(`select from redemptions`)).rowCount, 1);
  });
