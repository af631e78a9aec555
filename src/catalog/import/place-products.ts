import type { Tx } from '../../platform/database/database.ts';
import { codesOf } from './product-codes.ts';
import type { ReadProduct } from './read-catalog.ts';

/** What to do with products whose id belongs to another product here. */
export type TakenRule = 'refuse' | 'skip' | 'renumber';

/** A local product with an id that the catalogue gives to one of its own. */
export interface TakenProduct {
  id: number;
  supplierId: number;
  title: string;
}

/** A product of the catalogue with its local id. */
export interface PlacedProduct extends Omit<ReadProduct, 'code'> {
  /** The id in the catalogue; `id` is the local one, usually the same. */
  catalog_id: number;
  code: string;
}

export type Placing =
  | { is: 'placed'; products: PlacedProduct[]; skipped: number[] }
  | { is: 'taken'; taken: TakenProduct[] };

interface KnownRow {
  catalog_id: number;
  id: number;
  own_code: string | null;
}

/**
 * Finds for each product the row of an earlier import, or a new id: the catalogue's own if it is free. Afterwards the
 * sequence is above all ids of the catalogue.
 */
export async function placeProducts(tx: Tx, products: ReadProduct[], rule: TakenRule): Promise<Placing> {
  // Locked, so that no other command takes an id between reading and writing.
  await tx.query(`lock table products in share row exclusive mode`);
  const known = await findKnown(tx, products);
  const taken = await findTaken(
    tx,
    products.filter(({ id }) => !known.has(id)),
  );
  if (taken.length > 0 && rule === 'refuse') return { is: 'taken', taken };
  const takenIds = taken.map(({ id }) => id);
  await raiseSequence(tx, products);
  const ids = await newIds(tx, rule === 'renumber' ? takenIds : []);
  const skipped = rule === 'skip' ? takenIds : [];
  const placed = products
    .filter(({ id }) => !skipped.includes(id))
    .map((product) => ({
      ...product,
      catalog_id: product.id,
      id: known.get(product.id)?.id ?? ids.get(product.id) ?? product.id,
      code: product.code ?? known.get(product.id)?.own_code ?? null,
    }));
  return { is: 'placed', products: await withCodes(tx, placed), skipped };
}

/** By the id in the catalogue. A known product keeps its code unless other products have the same. */
async function findKnown(tx: Tx, products: ReadProduct[]): Promise<Map<number, KnownRow>> {
  const { rows } = await tx.query<KnownRow>(
    `select p.catalog_id, p.id,
       case when 'code' = any(p.kept_columns)
         or p.code <> '' and not exists (select from products o where o.code = p.code and o.id <> p.id) then p.code end as own_code
     from unnest($1::bigint[], $2::bigint[]) as given (id, supplier_id)
     join products p on p.catalog_id = given.id and p.supplier_id = given.supplier_id
     order by p.id`,
    columnsOf(products),
  );
  return new Map(rows.map((row) => [row.catalog_id, row]));
}

async function findTaken(tx: Tx, products: ReadProduct[]): Promise<TakenProduct[]> {
  const { rows } = await tx.query<TakenProduct>(
    `select id, supplier_id as "supplierId", title from products where id = any($1::bigint[]) order by id`,
    [products.map(({ id }) => id)],
  );
  return rows;
}

const columnsOf = (products: ReadProduct[]): [number[], number[]] => [
  products.map((product) => product.id),
  products.map((product) => product.supplier_id),
];

async function raiseSequence(tx: Tx, products: ReadProduct[]): Promise<void> {
  await tx.query(
    `select setval('products_id_seq', greatest((select max(id) from products), (select max(id) from unnest($1::bigint[]) as id),
       (select last_value from products_id_seq)))`,
    [products.map(({ id }) => id)],
  );
}

async function newIds(tx: Tx, catalogIds: number[]): Promise<Map<number, number>> {
  const { rows } = await tx.query<{ given: number; id: number }>(
    `select given, nextval('products_id_seq') as id from unnest($1::bigint[]) as given`,
    [catalogIds],
  );
  return new Map(rows.map(({ given, id }) => [given, id]));
}

type Uncoded = Omit<PlacedProduct, 'code'> & { code: string | null };

async function withCodes(tx: Tx, placed: Uncoded[]): Promise<PlacedProduct[]> {
  const without = placed.filter(({ code }) => code === null);
  const { rows: known } = await tx.query<{ code: string; url: string }>(
    `select code, url from products where id <> all($1::bigint[])`,
    [placed.map(({ id }) => id)],
  );
  const coded = placed.flatMap(({ code, url }) => (code === null ? [] : [{ code, url }]));
  const codes = codesOf(without, [...coded, ...known]);
  return placed.map((product) => ({ ...product, code: product.code ?? codes.get(product.id) ?? '' }));
}
