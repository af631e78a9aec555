import type { Sql } from '../platform/database/database.ts';

/** A shop that accepts a product's certificates. */
export interface Place {
  area: string;
  locality: string;
  address: string;
  /** Degrees as the supplier wrote them; may be empty. */
  lat: string;
  lon: string;
}

export interface Places {
  /** Ordered by the number of shops in the area, largest first. */
  first: Place[];
  total: number;
}

/** The first shops of a product, and their total number. */
export async function findPlaces(db: Sql, productId: number, limit: number): Promise<Places> {
  const { rows } = await db.query<Place & { total: number }>(
    `select area, locality, address, lat, lon, count(*) over ()::integer as total
     from addresses where product_id = $1
     order by count(*) over (partition by area) desc, area, count(*) over (partition by area, locality) desc,
       locality, id
     limit $2`,
    [productId, limit],
  );
  return {
    first: rows.map(({ area, locality, address, lat, lon }) => ({ area, locality, address, lat, lon })),
    total: rows[0]?.total ?? 0,
  };
}
