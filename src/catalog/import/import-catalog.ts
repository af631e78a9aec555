/** Takes a whole catalogue over, as getProducts or a file describes it. */
import type { Tx } from '../../platform/database/database.ts';
import { findFaceless } from '../face.ts';
import { judgeOffers, readOffers, type Lack } from '../judge-offers.ts';
import { importParts } from '../parts-fit.ts';
import { placeProducts, type PlacedProduct, type TakenProduct, type TakenRule } from './place-products.ts';
import { changesBetween, readStates, type ProductChanges } from './product-changes.ts';
import { withSchemes, type SchemedProduct } from './schemes-of-catalog.ts';
import { addSuppliers, type ImportedSuppliers } from './suppliers-of-catalog.ts';
import { readCatalog, type CatalogProblem } from './read-catalog.ts';

export type TransferScheme = 'platform' | 'pool' | 'api';

export interface CatalogReport {
  products: number;
  productsAdded: number;
  faces: number;
  /** Faces that are no longer in the catalogue; they are disabled. */
  facesSwitchedOff: number;
  suppliersAdded: number;
  categoriesAdded: number;
  /** Products that keep values or faces set by the operator since an earlier import. */
  keptProducts: number;
  /** Products that got a local id instead of the catalogue's (`id`). */
  renumbered: { id: number; productId: number }[];
  /** Ids of the catalogue that were left out because another product has them. */
  skipped: number[];
  /** Products that cannot be ordered because they have no faces, or only a free amount. */
  withoutFaces: number[];
  /** The scheme of the products that were added, but for those whose codes exist before they are sold. */
  scheme: TransferScheme;
  /** How many products get a pool instead, because their codes exist before they are sold. */
  pooled: number;
  /** How many products can be ordered now. */
  offered: number;
  /** How many products that are switched on cannot be ordered yet, by what they lack. */
  lacking: Partial<Record<Lack, number>>;
  /**
   * Products that stay choice certificates, or none, as they were when they could first be ordered. The catalogue
   * says otherwise, so they go off sale.
   */
  keptAcceptance?: number[];
  /** Products that the catalogue wants to be used in parts, though they are not redeemed here; they stay whole. */
  partsNeedTill?: number[];
  /** Product by product, if `tellChanges` asks for it. */
  changes?: ProductChanges;
}

export type CatalogImport =
  | { is: 'imported'; report: CatalogReport }
  | { is: 'taken'; taken: TakenProduct[] }
  | { is: 'wrong'; problems: CatalogProblem[] };

export interface ImportOptions {
  scheme: TransferScheme;
  /** What to do with products whose id is taken; by default they are refused. */
  taken?: TakenRule;
  /** Also overwrite what the operator has set. */
  overwrite?: boolean;
  /** Whether new products are switched on; by default they are, and can be ordered once nothing is lacking. */
  newOnSale?: boolean;
  tellChanges?: boolean;
}

/**
 * Imports the answer of getProducts into the catalogue, all or nothing. Ids of products and suppliers are kept, texts
 * are kept byte for byte, and products that the answer does not contain are not touched. A product is identified by its
 * supplier and its id in the catalogue. It cannot move to another supplier, because codes, stock and limits are keyed
 * by supplier.
 */
export async function importCatalog(
  tx: Tx,
  answer: unknown,
  options: ImportOptions,
  now: Date,
): Promise<CatalogImport> {
  const reading = readCatalog(answer);
  if (reading.is === 'wrong') return reading;
  const placing = await placeProducts(tx, reading.products, options.taken ?? 'refuse');
  if (placing.is === 'taken') return placing;
  const { skipped } = placing;
  const ids = placing.products.map(({ id }) => id);
  const products = await withSchemes(tx, placing.products, options);
  const tells = options.tellChanges === true;
  const before = tells ? await readStates(tx, ids, comparedColumns) : null;
  const suppliers = await addSuppliers(tx, [...new Set(products.map((product) => product.supplier_id))], now);
  const categoriesAdded = await addCategories(tx, products);
  if (options.overwrite === true) await forgetKept(tx, ids);
  const productsAdded = await upsertProducts(tx, products, suppliers, options, now);
  const faces = await upsertFaces(tx, products);
  const partsNeedTill = await importParts(tx, products);
  const keptAcceptance = products.filter(({ keepsAcceptance }) => keepsAcceptance).map(({ id }) => id);
  await takeOffSale(tx, keptAcceptance);
  await judgeOffers(tx, { productIds: ids }, now);
  const report: CatalogReport = {
    products: products.length,
    productsAdded,
    ...faces,
    suppliersAdded: suppliers.added,
    categoriesAdded,
    keptProducts: await countKept(tx, ids),
    renumbered: products
      .filter(({ id, catalog_id }) => id !== catalog_id)
      .map(({ id, catalog_id }) => ({ id: catalog_id, productId: id })),
    skipped,
    keptAcceptance,
    partsNeedTill,
    withoutFaces: (await findFaceless(tx, ids)).map(({ productId }) => productId),
    scheme: options.scheme,
    pooled: products.filter((one) => one.is_predefined_cert && one.transfer_scheme !== options.scheme).length,
    ...(await countOffers(tx, ids)),
  };
  if (before === null) return { is: 'imported', report };
  const after = await readStates(tx, ids, comparedColumns);
  return { is: 'imported', report: { ...report, changes: changesBetween(before, after) } };
}

async function countOffers(
  tx: Tx,
  productIds: readonly number[],
): Promise<Pick<CatalogReport, 'offered' | 'lacking'>> {
  const judged = await readOffers(tx, { productIds });
  const lacking: CatalogReport['lacking'] = {};
  for (const { switchedOn, lacks } of judged)
    for (const lack of switchedOn ? lacks : []) lacking[lack] = (lacking[lack] ?? 0) + 1;
  return { offered: judged.filter(({ offered }) => offered).length, lacking };
}

async function takeOffSale(tx: Tx, productIds: number[]): Promise<void> {
  await tx.query(`update products set switched_on = false where id = any($1::bigint[])`, [productIds]);
}

async function forgetKept(tx: Tx, productIds: number[]): Promise<void> {
  await tx.query(`update products set kept_columns = '{}' where id = any($1::bigint[])`, [productIds]);
  await tx.query(`update faces set kept = false where product_id = any($1::bigint[])`, [productIds]);
}

async function countKept(tx: Tx, productIds: number[]): Promise<number> {
  const { rows } = await tx.query<{ kept: number }>(
    `select count(*) as kept from products p
     where p.id = any($1::bigint[])
       and (p.kept_columns <> '{}' or exists (select from faces f where f.product_id = p.id and f.kept))`,
    [productIds],
  );
  return rows[0]?.kept ?? 0;
}

async function addCategories(tx: Tx, products: PlacedProduct[]): Promise<number> {
  const ids = [...new Set(products.flatMap((product) => product.categories))];
  const { rowCount } = await tx.query(
    `insert into categories (id, code, title)
     select id, 'category-' || id, 'Category ' || id from unnest($1::bigint[]) as id order by id
     on conflict (id) do nothing returning id`,
    [ids],
  );
  return rowCount ?? 0;
}

/** The columns that an import fills, with their types; it touches no others. */
const productColumns = {
  id: 'bigint',
  catalog_id: 'bigint',
  supplier_id: 'bigint',
  transfer_scheme: 'text',
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
} as const satisfies Partial<Record<keyof SchemedProduct, string>>;

const comparedColumns = [...Object.keys(productColumns), 'in_parts'];

/** The columns that identify a product never change. */
const keys = ['id', 'supplier_id', 'catalog_id'];

async function upsertProducts(
  tx: Tx,
  products: SchemedProduct[],
  suppliers: ImportedSuppliers,
  { newOnSale = true }: ImportOptions,
  now: Date,
): Promise<number> {
  const names = Object.keys(productColumns);
  const typed = Object.entries(productColumns).map(([name, type]) => `${name} ${type}`);
  const changing = names.filter((name) => !keys.includes(name));
  const { rows } = await tx.query<{ added: boolean }>(
    `with given as (
       select * from jsonb_to_recordset($1::jsonb) as product (${typed.join(', ')}, brand_id bigint))
     insert into products (${names.join(', ')}, brand_id, switched_on, offered, offered_since)
     select ${names.join(', ')}, brand_id, $2, false, $3::timestamptz from given order by id
     on conflict (id) do update set ${changing
       .map(
         (name) =>
           `${name} = case when '${name}' = any(products.kept_columns) then products.${name} else excluded.${name} end`,
       )
       .join(', ')}
     returning xmax = 0 as added`,
    [
      JSON.stringify(
        products.map((product) => ({ ...product, brand_id: suppliers.brandOf(product.supplier_id) })),
      ),
      newOnSale,
      now,
    ],
  );
  return rows.filter((row) => row.added).length;
}

async function upsertFaces(
  tx: Tx,
  products: PlacedProduct[],
): Promise<{ faces: number; facesSwitchedOff: number }> {
  const faces = products.flatMap((product) =>
    product.faces_kopecks.map((face) => ({ productId: product.id, face })),
  );
  const columns = [faces.map(({ productId }) => productId), faces.map(({ face }) => face)];
  await tx.query(
    `insert into faces (product_id, face_kopecks)
     select * from unnest($1::bigint[], $2::bigint[])
     on conflict (product_id, face_kopecks) do update set switched_on = true where not faces.switched_on and not faces.kept`,
    columns,
  );
  const { rowCount } = await tx.query(
    `update faces set switched_on = false
     where switched_on and not kept and product_id = any($3::bigint[])
       and (product_id, face_kopecks) not in (select * from unnest($1::bigint[], $2::bigint[]))`,
    [...columns, products.map((product) => product.id)],
  );
  return { faces: faces.length, facesSwitchedOff: rowCount ?? 0 };
}
