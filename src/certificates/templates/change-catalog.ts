import {
  importCatalog,
  type CatalogImport,
  type ImportOptions,
} from '../../catalog/import/import-catalog.ts';
import { holdSuppliers } from '../../catalog/judge-offers.ts';
import { setProduct, type ProductFields, type ProductSet } from '../../catalog/set-product.ts';
import {
  atomically,
  transaction,
  type DatabaseOrTx,
  type Database,
  type Tx,
} from '../../platform/database/database.ts';
import { keepingSold } from './versions.ts';

/**
 * The catalogue changes through these: certificates that were sold keep the look and the terms that they were sold
 * with, and what is sold from now on has the new ones.
 */
export function changeProduct(
  db: DatabaseOrTx,
  { productId, fields }: { productId: number; fields: ProductFields },
  now: Date,
): Promise<ProductSet> {
  return atomically(db, async (tx) => {
    await holdSuppliers(tx, { productIds: [productId] });
    return keepingSold(tx, [productId], now, () => setProduct(tx, productId, fields, now));
  });
}

/** Undoes the transaction of a preview. */
class Undo extends Error {}

/**
 * Takes over a catalogue in the shape of getProducts' answer; `dryRun`: only reports what would be done. `also` is done in
 * the same transaction.
 */
export async function takeCatalog(
  db: Database,
  { products, dryRun, ...options }: ImportOptions & { products: unknown; dryRun: boolean },
  now: Date,
  also: (tx: Tx, outcome: CatalogImport) => Promise<void> = () => Promise.resolve(),
): Promise<CatalogImport> {
  let outcome: CatalogImport | undefined;
  try {
    return await transaction(db, async (tx) => {
      await holdSuppliers(tx, 'all');
      outcome = await keepingSold(tx, 'all', now, () => importCatalog(tx, products, options, now));
      if (dryRun) throw new Undo();
      await also(tx, outcome);
      return outcome;
    });
  } catch (problem) {
    if (problem instanceof Undo && outcome !== undefined) return outcome;
    throw problem;
  }
}
