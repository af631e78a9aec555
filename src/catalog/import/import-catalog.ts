import type { Tx } from '../../platform/database.ts';
import { addSuppliers, type ImportedSuppliers } from './suppliers-of-catalog.ts';
import { readCatalog, type CatalogProblem, type ReadProduct } from './read-catalog.ts';

export type TransferScheme = 'platform' | 'pool' | 'api';

export interface CatalogReport {
  products: number;
  productsAdded: number;
  faces: number;
  /** Faces that earlier stood in the catalogue and no longer do; they are switched off. */
  facesSwitchedOff: number;
  suppliersAdded: number;
  categoriesAdded: number;
  /** How the codes of the products that were added are had; products known before keep their scheme. */
  scheme: TransferScheme;
}

export type CatalogImport =
  | { is: 'imported'; report: CatalogReport }
  | { is: 'wrong'; problems: CatalogProblem[] };

/**
 * Takes the answer of getProducts over into our catalogue, whole or not at all. Ids of products and suppliers are kept,
 * texts stay as they are byte for byte; products that the answer does not name are left alone.
 */
export async function importCatalog(
  tx: Tx,
  answer: unknown,
  options: { scheme: TransferScheme },
  now: Date,
): Promise<CatalogImport> {
  const reading = readCatalog(answer);
  if (reading.is === 'wrong') return reading;
  const { products } = reading;
  const moved = await findMovedProducts(tx, products);
  if (moved.length > 0) return { is: 'wrong', problems: moved };

  const suppliers = await addSuppliers(tx, [...new Set(products.map((product) => product.supplier_id))], now);
  const categoriesAdded = await addCategories(tx, products);
  const productsAdded = await upsertProducts(tx, products, suppliers, options.scheme);
  const faces = await upsertFaces(tx, products);
  const report: CatalogReport = {
    products: products.length,
    productsAdded,
    ...faces,
    suppliersAdded: suppliers.added,
    categoriesAdded,
    scheme: options.scheme,
  };
  return { is: 'imported', report };
}

/** Codes, stock and limits are keyed by supplier, so a product can't change hands. */
async function findMovedProducts(tx: Tx, products: ReadProduct[]): Promise<CatalogProblem[]> {
  const { rows } = await tx.query<{ id: number; known: number }>(
    `select p.id, p.supplier_id as known
     from unnest($1::bigint[], $2::bigint[]) as given (id, supplier_id)
     join products p on p.id = given.id and p.supplier_id <> given.supplier_id
     order by p.id`,
    [products.map((product) => product.id), products.map((product) => product.supplier_id)],
  );
  return rows.map((row) => ({
    product: `id ${row.id}`,
    field: 'supplier_id',
    reason: `the product belongs to supplier ${row.known} already`,
  }));
}

async function addCategories(tx: Tx, products: ReadProduct[]): Promise<number> {
  const ids = [...new Set(products.flatMap((product) => product.categories))];
  const { rowCount } = await tx.query(
    `insert into categories (id, title)
     select id, 'Category ' || id from unnest($1::bigint[]) as id order by id
     on conflict (id) do nothing`,
    [ids],
  );
  return rowCount ?? 0;
}

/** The columns that the answer fills, with their types: everything else of a product is ours. */
const productColumns = {
  id: 'bigint',
  supplier_id: 'bigint',
  title: 'text',
  code: 'text',
  url: 'text',
  brief: 'text',
  region: 'text',
  disclaimer: 'text',
  www: 'text',
  catalog_comment: 'text',
  image_small: 'text',
  image_medium: 'text',
  image_large: 'text',
  categories: 'integer[]',
  certificates_in_one_purchase: 'integer',
  digital_acceptance: 'text',
  is_merchant_cert: 'boolean',
  is_predefined_cert: 'boolean',
  activation_delay: 'integer',
  face_multiplier: 'integer',
  face_step_kopecks: 'bigint',
  face_min_kopecks: 'bigint',
  face_max_kopecks: 'bigint',
} as const satisfies Partial<Record<keyof ReadProduct, string>>;

async function upsertProducts(
  tx: Tx,
  products: ReadProduct[],
  suppliers: ImportedSuppliers,
  scheme: TransferScheme,
): Promise<number> {
  const names = Object.keys(productColumns);
  const typed = Object.entries(productColumns).map(([name, type]) => `${name} ${type}`);
  const kept = names.filter((name) => name !== 'id' && name !== 'supplier_id');
  const { rows } = await tx.query<{ added: boolean }>(
    `with given as (
       select * from jsonb_to_recordset($1::jsonb) as product (${typed.join(', ')}, brand_id bigint))
     insert into products (${names.join(', ')}, brand_id, transfer_scheme)
     select ${names.join(', ')}, brand_id, $2 from given order by id
     on conflict (id) do update set ${kept.map((name) => `${name} = excluded.${name}`).join(', ')}
     returning xmax = 0 as added`,
    [
      JSON.stringify(
        products.map((product) => ({ ...product, brand_id: suppliers.brandOf(product.supplier_id) })),
      ),
      scheme,
    ],
  );
  await tx.query(
    `select setval('products_id_seq', greatest((select max(id) from products), (select last_value from products_id_seq)))`,
  );
  return rows.filter((row) => row.added).length;
}

async function upsertFaces(
  tx: Tx,
  products: ReadProduct[],
): Promise<{ faces: number; facesSwitchedOff: number }> {
  const faces = products.flatMap((product) =>
    product.faces_kopecks.map((face) => ({ productId: product.id, face })),
  );
  const columns = [faces.map(({ productId }) => productId), faces.map(({ face }) => face)];
  await tx.query(
    `insert into faces (product_id, face_kopecks)
     select * from unnest($1::bigint[], $2::bigint[])
     on conflict (product_id, face_kopecks) do update set switched_on = true where not faces.switched_on`,
    columns,
  );
  const { rowCount } = await tx.query(
    `update faces set switched_on = false
     where switched_on and product_id = any($3::bigint[])
       and (product_id, face_kopecks) not in (select * from unnest($1::bigint[], $2::bigint[]))`,
    [...columns, products.map((product) => product.id)],
  );
  return { faces: faces.length, facesSwitchedOff: rowCount ?? 0 };
}
