/** Adds a product to the catalogue, with its brand. */
import { atomically, type DatabaseOrTx, type Tx } from '../platform/database/database.ts';
import { setBrand } from './brand.ts';
import { addFaces, setFreeFace, type FreeFace } from './face.ts';
import type { TransferScheme } from './import/import-catalog.ts';
import { choiceFits, type ChoiceRefusal } from './choice-fits.ts';
import { holdSuppliers, judgeOffers } from './judge-offers.ts';
import { partsFit } from './parts-fit.ts';
import { activationFits, barcodeFits, columnsOfFields, type ProductFields } from './set-product.ts';

export interface NewProduct {
  supplierId: number;
  /** Added if the supplier has no brand of this name. Absent: the supplier's oldest brand. */
  brand?: string | undefined;
  scheme: TransferScheme;
  facesKopecks: number[];
  freeFace?: FreeFace | undefined;
  fields: ProductFields & { title: string };
}

export type ProductAdded =
  | { is: 'added'; productId: number }
  | { is: 'no-supplier' }
  | { is: 'activation-needs-pool' }
  | { is: 'barcode-unfit' }
  | { is: 'parts-need-till' }
  | { is: ChoiceRefusal };

export async function addProduct(db: DatabaseOrTx, ask: NewProduct, now: Date): Promise<ProductAdded> {
  if (!activationFits(ask.scheme, ask.fields)) return { is: 'activation-needs-pool' };
  if (!barcodeFits(ask.scheme, ask.fields)) return { is: 'barcode-unfit' };
  const choice = choiceFits({ ...newProduct, transferScheme: ask.scheme }, ask.fields);
  if (choice !== 'fits') return { is: choice };
  return atomically(db, (tx) => insertProduct(tx, ask, now));
}

const newProduct = { digitalAcceptance: 'any', wasOffered: false };

async function insertProduct(tx: Tx, ask: NewProduct, now: Date): Promise<ProductAdded> {
  // Before the product, as whoever locks the table of products holds suppliers already.
  await holdSuppliers(tx, { supplierIds: [ask.supplierId] });
  if (!(await partsFit(tx, ask, ask.fields))) return { is: 'parts-need-till' };
  if (ask.brand !== undefined) await setBrand(tx, { ...ask, name: ask.brand, limits: {} });
  const columns = columnsOfFields(ask.fields);
  const names = Object.keys(columns);
  const { rows } = await tx.query<{ id: number }>(
    `insert into products (supplier_id, brand_id, transfer_scheme, offered, offered_since, ${names.join(', ')})
     select supplier_id, id, $3, false, $4::timestamptz, ${names.map((name, index) => `$${index + 5}::${typeOf(name)}`).join(', ')}
     from brands where supplier_id = $1 and ($2::text is null or name = $2)
     order by id limit 1
     returning id`,
    [ask.supplierId, ask.brand ?? null, ask.scheme, now, ...Object.values(columns)],
  );
  const [row] = rows;
  if (row === undefined) return { is: 'no-supplier' };
  await addFaces(tx, row.id, ask.facesKopecks);
  if (ask.freeFace !== undefined) await setFreeFace(tx, row.id, ask.freeFace);
  await judgeOffers(tx, { productIds: [row.id] }, now);
  return { is: 'added', productId: row.id };
}

/** A parameter that is only selected needs an explicit type. */
function typeOf(column: string): string {
  switch (column) {
    case 'switched_on':
    case 'code_in_letter':
    case 'deliver_before_activation':
    case 'remind_before_expiry':
    case 'in_parts':
      return 'boolean';
    case 'categories':
      return 'integer[]';
    case 'valid_until':
      return 'date';
    case 'confirm_above_kopecks':
      return 'bigint';
    case 'low_stock':
    case 'min_validity_days':
    case 'validity_days':
    case 'certificates_in_one_purchase':
      return 'integer';
    default:
      return 'text';
  }
}
