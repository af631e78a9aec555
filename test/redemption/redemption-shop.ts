import type { PersonPrincipal } from '../../src/people/access/principal.ts';
import type { ProductTraits, TestProduct } from '../support/arrange.ts';
import { supplierCaller } from '../support/supplier-caller.ts';
import type { TestClient } from '../support/test-client.ts';
import type { TestWorld } from '../support/test-world.ts';

/** A client, a product with platform codes, its supplier's software, and a way to buy numbers. */
export async function shop(world: TestWorld, traits: ProductTraits = {}) {
  const client = await world.client();
  const product = await world.product({ scheme: 'platform', ...traits });
  const caller = await supplierCaller(world, product.supplierId);
  return { client, product, caller, buy: () => buyOne(world, client, product) };
}

export async function buyOne(world: TestWorld, client: TestClient, product: TestProduct): Promise<string> {
  const id = await client.makeOrder({ product_id: product.id, face: 500, delivery_type: 'code' });
  await world.settle();
  return (await client.getCode(id)).code;
}

/** Somebody of the supplier, who has no row. */
export const managerOf = (supplierId: number, role = 'manager'): PersonPrincipal => ({
  is: 'person',
  personId: 1,
  name: 'Ольга',
  side: 'supplier',
  partyId: supplierId,
  role,
  isWhole: true,
  steppedUpAt: null,
});
