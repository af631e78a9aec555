/** The shop addresses of products: listed, replaced, added to, cleared. */
import { createHash } from 'node:crypto';
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
  /** Nothing is done if the lists are others than when this was made of them. */
  seen?: string;
}

export type AddressesSet =
  | { is: 'set'; changes: AddressChange[]; fresh: AddressToAdd[]; gone: StoredAddress[]; seen: string }
  | { is: 'no-products'; productIds: number[] }
  /** The list is no longer the one that `seen` names. */
  | { is: 'changed-meanwhile' };

/** Fingerprint of the stored lists. */
const seenOf = (stored: readonly StoredAddress[]): string =>
  createHash('sha256')
    .update(JSON.stringify(stored.map(keyOf).toSorted()))
    .digest('hex');

/** Rows that are there already stay, with their place in the list. The products are locked, so two at once give one of both lists. */
export async function setAddresses(
  tx: Tx,
  { addresses, cleared, seen }: AddressesAsk,
): Promise<AddressesSet> {
  const productIds = [...new Set([...addresses.map(({ productId }) => productId), ...cleared])];
  const { rows: products } = await tx.query<{ id: number; title: string }>(
    `select id, title from products where id = any($1::bigint[]) order by id for no key update`,
    [productIds],
  );
  const known = new Set(products.map(({ id }) => id));
  const unknown = productIds.filter((id) => !known.has(id));
  if (unknown.length > 0) return { is: 'no-products', productIds: unknown };
  const stored = await findAddresses(tx, productIds);
  const now = seenOf(stored);
  if (seen !== undefined && seen !== now) return { is: 'changed-meanwhile' };
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
  return { is: 'set', changes, fresh, gone, seen: now };
}

export type AddressChanged = { is: 'changed'; before: StoredAddress } | { is: 'no-address' | 'known' };

/** One address gets other words and keeps its place, or goes (null). */
export async function changeAddress(
  tx: Tx,
  { productId, id, to }: { productId: number; id: number; to: AddressToAdd | null },
): Promise<AddressChanged> {
  await tx.query(`select from products where id = $1 for no key update`, [productId]);
  const stored = await findAddresses(tx, [productId]);
  const before = stored.find((one) => one.id === id);
  if (before === undefined) return { is: 'no-address' };
  if (to === null) {
    await tx.query(`delete from addresses where product_id = $1 and id = $2`, [productId, id]);
    return { is: 'changed', before };
  }
  if (stored.some((one) => one.id !== id && keyOf(one) === keyOf(to))) return { is: 'known' };
  await tx.query(
    `update addresses set area = $3, locality = $4, address = $5, lat = $6, lon = $7
     where product_id = $1 and id = $2`,
    [productId, id, to.area, to.locality, to.address, to.lat, to.lon],
  );
  return { is: 'changed', before };
}

const ofProduct = (list: readonly AddressToAdd[], id: number): number =>
  list.filter(({ productId }) => productId === id).length;
