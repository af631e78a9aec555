import assert from 'node:assert/strict';
import { changeExchangeList, type Targets } from '../../src/catalog/exchange-list.ts';
import { canBeVouchedFor, readOffers } from '../../src/catalog/judge-offers.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { offerUntested, type ProductTraits, type TestProduct } from './arrange.ts';
import type { TestWorld } from './test-world.ts';

const none: Targets = { product: [], category: [], brand: [] };

/** A product whose certificates are exchanged for such of others. */
export async function choiceProduct(
  world: TestWorld,
  targets: Partial<Targets>,
  traits: ProductTraits = {},
): Promise<TestProduct> {
  const fields = { title: 'Сундук на выбор', ...traits, digitalAcceptance: 'exchange' } as const;
  const product = await world.product({ scheme: 'platform', ...fields });
  await addTargets(world, product.id, targets);
  const [judged] = await readOffers(world.ctx.db, { productIds: [product.id] });
  if (judged !== undefined && canBeVouchedFor(judged))
    await transaction(world.ctx.db, (tx) => offerUntested(tx, [product.id], world.clock.now()));
  return product;
}

export async function addTargets(
  world: TestWorld,
  productId: number,
  targets: Partial<Targets>,
  how: 'add' | 'remove' = 'add',
): Promise<void> {
  const ask = { productId, targets: { ...none, ...targets }, how };
  const changed = await transaction(world.ctx.db, (tx) => changeExchangeList(tx, ask, world.clock.now()));
  assert.equal(changed.is, 'changed', JSON.stringify(changed));
}

/** There is nothing on sale to exchange its certificates for. */
export async function lacksTargets(world: TestWorld, productId: number): Promise<boolean> {
  const [product] = await readOffers(world.ctx.db, { productIds: [productId] });
  return product?.lacks.includes('targets') ?? assert.fail('there is no product');
}
