import type { Sql } from '../platform/database/database.ts';

/** Area → locality → product id → [address, "lat lon"], as getAddress answers it. */
export type WireAddresses = Record<string, Record<string, Record<string, [string, string][]>>>;

export interface AddressFilter {
  /** Absent or empty: every product. */
  productIds?: number[] | undefined;
  areaName?: string | undefined;
  localityName?: string | undefined;
}

export async function listAddresses(db: Sql, filter: AddressFilter): Promise<WireAddresses> {
  const { rows } = await db.query<{
    area: string;
    locality: string;
    product_id: number;
    address: string;
    lat: string;
    lon: string;
  }>(
    `select a.area, a.locality, a.product_id, a.address, a.lat, a.lon
     from addresses a
     join products p on p.id = a.product_id
     where p.offered
       and ($1::bigint[] is null or a.product_id = any($1))
       and ($2::text is null or a.area = $2)
       and ($3::text is null or a.locality = $3)
     order by a.area, a.locality, a.product_id, a.id`,
    [
      filter.productIds?.length ? filter.productIds : null,
      filter.areaName || null,
      filter.localityName || null,
    ],
  );
  // Names come from files, so they are kept in maps until the end: `__proto__` is a valid name.
  const areas = new Map<string, Map<string, Map<string, [string, string][]>>>();
  for (const row of rows) {
    const localities = areas.getOrInsertComputed(row.area, () => new Map());
    const products = localities.getOrInsertComputed(row.locality, () => new Map());
    products
      .getOrInsertComputed(String(row.product_id), () => [])
      .push([row.address, `${row.lat} ${row.lon}`]);
  }
  return Object.fromEntries(
    [...areas].map(([area, localities]) => [
      area,
      Object.fromEntries(
        [...localities].map(([locality, products]) => [locality, Object.fromEntries(products)]),
      ),
    ]),
  );
}
