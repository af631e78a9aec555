/** Many who change what choice certificates are exchanged for, and what is on sale of it, at once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addProduct } from '../../src/catalog/add-product.ts';
import { changeExchangeList, type Targets } from '../../src/catalog/exchange-list.ts';
import { findExchangeTargets } from '../../src/catalog/exchange-targets.ts';
import { isOtherwise, readOffers } from '../../src/catalog/judge-offers.ts';
import { removeCategory } from '../../src/catalog/remove-category.ts';
import { addCategory } from '../../src/catalog/set-category.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { changeProduct, takeCatalog } from '../../src/certificates/templates/change-catalog.ts';
import { choiceProduct } from '../support/choice-things.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const lanes = 8;
const rounds = 12;

const any = <One>(some: readonly One[]): One => some[Math.floor(Math.random() * some.length)] as One;

const addTo = (world: TestWorld, supplierId: number): Promise<unknown> =>
  addProduct(
    world.ctx.db,
    {
      supplierId,
      scheme: 'platform',
      facesKopecks: [50_000],
      fields: { title: 'Ещё чай', categories: [41] },
    },
    world.clock.now(),
  );

test('none fails, none waits for another in a circle, and what is stored follows from what is so in the end', async () => {
  await using world = await testWorld();
  const { db } = world.ctx;
  const now = () => world.clock.now();
  await addCategory(db, 41, { title: 'Еда' });
  const plain = [
    await world.product({ scheme: 'platform', categories: [41] }),
    await world.product({ scheme: 'platform', categories: [41] }),
    await world.product({ scheme: 'platform' }),
  ];
  // Of suppliers before and after those of the others.
  const choices = [await choiceProduct(world, {}), await choiceProduct(world, { category: [41] })];
  const list = (targets: Partial<Targets>) => {
    const ask = {
      productId: any(choices).id,
      targets: { product: [], category: [], brand: [], ...targets },
      how: any(['add', 'remove'] as const),
    };
    return transaction(db, (tx) => changeExchangeList(tx, ask, now()));
  };
  const change = (fields: Parameters<typeof changeProduct>[1]['fields'], of = plain) =>
    changeProduct(db, { productId: any(of).id, fields }, now());
  const catalogue = [
    { id: 80_001, supplier_id: 77, title: 'Сундук', faces: [500], digital_acceptance: 'exchange' },
  ];
  const acts: (() => Promise<unknown>)[] = [
    () => list({ product: [any(plain).id] }),
    () => list({ brand: [any(plain).brandId] }),
    () => list({ category: [41] }),
    () => change({ switchedOn: false }),
    () => change({ switchedOn: true }),
    () => change({ categories: [] }),
    () => change({ categories: [41] }),
    () => change({ switchedOn: any([true, false]) }, choices),
    () => change({ digitalAcceptance: any(['any', 'exchange']) }, choices),
    () => takeCatalog(db, { products: catalogue, dryRun: false, scheme: 'platform' }, now()),
    () => addTo(world, any(plain).supplierId),
    async () => {
      const id = 1000 + Math.floor(Math.random() * 1e6);
      await addCategory(db, id, { title: `Полка ${id}` });
      await list({ category: [id] });
      await removeCategory(db, { id, moveTo: 41 }, now());
    },
  ];
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all(Array.from({ length: lanes }, () => any(acts)()));
    const judged = await readOffers(db, 'all');
    assert.deepEqual(judged.filter(isOtherwise), [], `round ${round}`);
    for (const { productId, isChoice, lacks } of judged.filter((one) => one.isChoice)) {
      const found = await findExchangeTargets(
        db,
        productId,
        judged.map((one) => one.productId),
      );
      assert.equal(isChoice && found.size === 0, lacks.includes('targets'), `round ${round}`);
    }
  }
  const { rows } = await db.query(`select from exchange_targets where kind = 'category' and ref_id <> 41`);
  assert.deepEqual(rows, [], 'lists follow their categories');
});
