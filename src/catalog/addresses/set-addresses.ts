/** The shop addresses of products: listed, replaced, added to, cleared. */
import type { Sql, Tx } from '../../platform/database/database.ts';
import { addAddresses, type AddressToAdd } from '../add-addresses.ts';
import { keyOf } from './read-addresses.ts';

/** What of one product changes. */
export interface AddressChange {
  productId: number;
  title: string;
  before: number;
  added: number;
  removed: number;
}

export interface StoredAddress extends AddressToAdd {
  id: number;
}

export async function findAddresses(db: Sql, productIds: readonly number[] | null): Promise<StoredAddress[]> {
  const { rows } = await db.query<StoredAddress>(
    `select product_id as "productId", id, area, locality, address, lat, lon from addresses
     where $1::bigint[] is null or product_id = any($1) order by product_id, area, locality, id`,
    [productIds],
  );
  return rows;
}

/** How many addresses each product has; products without one are left out. */
export async function countAddresses(
  db: Sql,
): Promise<{ productId: number; title: string; addresses: number }[]> {
  const { rows } = await db.query<{ productId: number; title: string; addresses: number }>(
    `select p.id as "productId", p.title, count(*) as addresses
     from addresses a join products p on p.id = a.product_id group by p.id, p.title order by p.id`,
  );
  return rows;
}

export interface AddressesAsk {
  addresses: readonly AddressToAdd[];
  /** Products whose other addresses go; all others keep theirs. */
  cleared: readonly number[];
}

export type AddressesSet =
  | { is: 'set'; changes: AddressChange[] }
  | { is: 'no-products'; productIds: number[] };

/** Rows that are there already stay, with their place in the list. The products are locked, so two at once give one of both lists. */
export async function setAddresses(tx: Tx, { addresses, cleared }: AddressesAsk): Promise<AddressesSet> {
  const productIds = [...new Set([...addresses.map(({ productId }) => productId), ...cleared])];
  const { rows: products } = await tx.query<{ id: number; title: string }>(
    `select id, title from products where id = any($1::bigint[]) order by id for no key update`,
    [productIds],
  );
  const known = new Set(products.map(({ id }) => id));
  const unknown = productIds.filter((id) => !known.has(id));
  if (unknown.length > 0) return { is: 'no-products', productIds: unknown };
  const stored = await findAddresses(tx, productIds);
  const [wanted, there] = [new Set(addresses.map(keyOf)), new Set(stored.map(keyOf))];
  const gone = stored.filter((one) => cleared.includes(one.productId) && !wanted.has(keyOf(one)));
  const fresh = addresses.filter((one) => !there.has(keyOf(one)));
  await tx.query(
    `delete from addresses where (product_id, id) in (select * from unnest($1::bigint[], $2::bigint[]))`,
    [gone.map(({ productId }) => productId), gone.map(({ id }) => id)],
  );
  if (fresh.length > 0) await addAddresses(tx, fresh);
  const changes = products.map(({ id, title }) => ({
    productId: id,
    title,
    before: ofProduct(stored, id),
    added: ofProduct(fresh, id),
    removed: ofProduct(gone, id),
  }));
  return { is: 'set', changes };
}

const ofProduct = (list: readonly AddressToAdd[], id: number): number =>
  list.filter(({ productId }) => productId === id).length;
