/** Products are put on sale, by one person or by two. */
import { registerProduct } from '../catalog/product-acts.ts';
import type { NewProduct, ProductAdded } from '../../catalog/add-product.ts';
import { holdSuppliers, readOffers, type Lack } from '../../catalog/judge-offers.ts';
import { lockSale } from '../../catalog/sale-of-products.ts';
import { findFactsOf } from '../onboarding/begin-onboarding.ts';
import { openStep, supplierSteps } from '../onboarding/supplier-steps.ts';
import { actorOf, may, type Principal } from '../../people/access/principal.ts';
import type { Execute } from '../../people/approvals/approvals.ts';
import { readFourEyes } from '../../people/approvals/four-eyes.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { atomically, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { changeProduct } from '../../certificates/templates/change-catalog.ts';
import { askFor, type GuardedContext, type NotYet } from '../../people/approvals/hold-back.ts';

const act = 'product.on-sale';

export interface SaleAsk {
  supplierId: number;
  productIds: number[];
}

/** `lacks`: what is lacking before it can be ordered; it is offered once nothing is. */
export type PutOnSale = { is: 'on-sale'; lacks: Lack[] } | { is: 'no-product' };

/** Switches products on; with four eyes, when somebody else agrees. To take one off sale needs nobody. */
export async function putOnSale(
  { db, keyring }: GuardedContext,
  principal: Principal,
  ask: SaleAsk,
  now: Date,
): Promise<PutOnSale | NotYet> {
  const party = { side: 'supplier', partyId: ask.supplierId } as const;
  if (!may(principal, 'products.change', party)) return { is: 'no-product' };
  return atomically<PutOnSale | NotYet>(db, async (tx) => {
    await holdSuppliers(tx, { supplierIds: [ask.supplierId] });
    const products = await lockSale(tx, ask.supplierId, ask.productIds);
    if (products.length < new Set(ask.productIds).size) return { is: 'no-product' };
    const off = products.filter(({ onSale }) => !onSale).map(({ productId }) => productId);
    if (off.length === 0) return switchedOn(tx, ask);
    const payload: SaleAsk = { supplierId: ask.supplierId, productIds: off };
    if ((await readFourEyes(tx)).on) return askFor({ db: tx, keyring }, principal, { act, payload }, now);
    await switchOn(tx, keyring, principal, payload, now);
    return switchedOn(tx, ask);
  });
}

async function switchedOn(tx: Tx, { productIds }: SaleAsk): Promise<PutOnSale> {
  const judged = await readOffers(tx, { productIds });
  return { is: 'on-sale', lacks: [...new Set(judged.flatMap(({ lacks }) => lacks))] };
}

async function switchOn(
  tx: Tx,
  keyring: Keyring,
  principal: Principal,
  { supplierId, productIds }: SaleAsk,
  now: Date,
): Promise<void> {
  for (const productId of productIds)
    await changeProduct(tx, { productId, fields: { switchedOn: true } }, now);
  const party = { side: 'supplier', partyId: supplierId } as const;
  const about = `products ${productIds.join(', ')}`;
  await recordAct(tx, keyring, { party, by: actorOf(principal), act, about, after: { productIds } }, now);
}

export const executePutOnSale =
  (keyring: Keyring): Execute =>
  async (tx, { payload, principal }, now) => {
    const { supplierId, productIds } = payload as SaleAsk;
    await holdSuppliers(tx, { supplierIds: [supplierId] });
    const products = await lockSale(tx, supplierId, productIds);
    if (products.length < productIds.length) return { is: 'not-done', reason: { is: 'no-product' } };
    await switchOn(tx, keyring, principal, { supplierId, productIds }, now);
    return { is: 'done' };
  };

/**
 * Adds a product; with four eyes it is off until somebody else agrees that it goes on sale. One of a supplier on its way to
 * its first sale is off until the supplier goes live. `lacks`: what is lacking before it can be ordered.
 */
export async function addProductForSale(
  { db, keyring }: GuardedContext,
  principal: Principal,
  ask: NewProduct,
  now: Date,
): Promise<{ added: ProductAdded; sale: NotYet | null; isOnWay: boolean; lacks: Lack[] }> {
  return atomically(db, async (tx) => {
    const facts = await findFactsOf(tx, ask.supplierId);
    const isOnWay = facts !== null && openStep(supplierSteps(facts)) !== null;
    const waits = !isOnWay && ask.fields.switchedOn !== false && (await readFourEyes(tx)).on;
    const fields = isOnWay || waits ? { ...ask.fields, switchedOn: false } : ask.fields;
    const added = await registerProduct({ db: tx, keyring }, principal, { ...ask, fields }, now);
    if (added.is !== 'added') return { added, sale: null, isOnWay, lacks: [] };
    const [{ lacks } = { lacks: [] }] = await readOffers(tx, { productIds: [added.productId] });
    if (!waits) return { added, sale: null, isOnWay, lacks };
    const sold = { supplierId: ask.supplierId, productIds: [added.productId] };
    const sale = await putOnSale({ db: tx, keyring }, principal, sold, now);
    return { added, sale: sale.is === 'waits' || sale.is === 'not-asked' ? sale : null, isOnWay, lacks };
  });
}
