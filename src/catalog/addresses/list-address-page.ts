/** The shop addresses of one product, as a page lists them. */
import { sliceOrder, type Slice } from '../../platform/database/slice.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { StoredAddress } from './set-addresses.ts';

export interface AddressPageAsk {
  productId: number;
  /** Signs that area, locality or address must have; empty: any. */
  wanted: string;
  slice: Slice;
  limit: number;
}

/** The newest first. */
export async function listAddressPage(
  db: Sql,
  { productId, wanted, slice, limit }: AddressPageAsk,
): Promise<StoredAddress[]> {
  const [border, order] = sliceOrder(slice);
  const { rows } = await db.query<StoredAddress>(
    `select product_id as "productId", id, area, locality, address, lat, lon from addresses
     where product_id = $1 and ($2::bigint is null or id ${border} $2)
       and ($3 = '' or strpos(lower(area || ' ' || locality || ' ' || address), lower($3)) > 0)
     order by id ${order} limit $4`,
    [productId, slice.fromKey, wanted, limit],
  );
  return rows;
}

export async function countAddressesOf(db: Sql, productId: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*) as count from addresses where product_id = $1`,
    [productId],
  );
  return rows[0]?.count ?? 0;
}
