/** Says what the demo's choice certificates are exchanged for. */
import { changeExchangeList } from '../src/catalog/exchange-list.ts';
import type { Tx } from '../src/platform/database/database.ts';
import { demoBrands, type BrandKey } from './demo-world/suppliers-and-brands.ts';
import type { SeededProduct } from './seed-catalog.ts';

export async function seedChoice(tx: Tx, products: readonly SeededProduct[], now: Date): Promise<void> {
  for (const { productId, product } of products) {
    if (product.exchangedFor === undefined) continue;
    const { categories, brands } = product.exchangedFor;
    const targets = { product: [], category: categories, brand: await brandIds(tx, brands) };
    const changed = await changeExchangeList(tx, { productId, targets, how: 'add' }, now);
    if (changed.is !== 'changed') throw new Error(`${product.slug} is exchanged for nothing: ${changed.is}.`);
  }
}

async function brandIds(tx: Tx, keys: readonly BrandKey[]): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>(`select id from brands where name = any($1::text[])`, [
    keys.map((key) => demoBrands[key].name),
  ]);
  return rows.map(({ id }) => id);
}
