import { markTested } from '../../src/catalog/supplier-agreement.ts';
import { systemClock } from '../../src/platform/time/clock.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { setAgreement } from '../../src/suppliers/set-agreement.ts';
import type { ShopDatabase } from './bench-world.ts';
import { addShopProduct, type PoolProduct } from './shop.ts';

/** A product without a pool: its supplier is called over the sample REST contract at the moment of sale. */
export function addAskedProduct(
  { db, keyring }: ShopDatabase,
  ask: { supplier: string; supplierUrl: string; timeoutMs: number },
): Promise<PoolProduct> {
  const now = systemClock.now();
  return transaction(db, async (tx) => {
    const product = await addShopProduct(tx, ask.supplier, 'api', now);
    const { supplierId } = product;
    const settings = { supplierUrl: ask.supplierUrl, auth: { kind: 'bearer', token: 'bench' } };
    const terms = { supplierId, adapter: 'rest', settings, timeoutMs: ask.timeoutMs };
    const agreed = await setAgreement(tx, keyring, terms, now);
    if (agreed.is !== 'set') throw new Error(`The supplier could not be agreed with: ${agreed.is}.`);
    await markTested(tx, supplierId, { schemes: ['api/none'], green: true }, now);
    return product;
  });
}
