import type { Sql } from '../platform/database/database.ts';
import type { TransferScheme } from './import/import-catalog.ts';
import { sliceOrder, type Slice } from '../platform/database/slice.ts';

/** A product in a list of the operator, on sale or not. */
export interface ListedProduct {
  productId: number;
  title: string;
  supplierId: number;
  supplier: string;
  brand: string;
  scheme: TransferScheme;
  switchedOn: boolean;
  /** Whether it can be ordered. */
  offered: boolean | null;
  facesKopecks: number[];
  /** Its address; empty: it has none. */
  picture: string;
}

export interface ProductPageAsk extends Slice {
  wanted: string;
  supplierId: number | null;
  categoryId: number | null;
  limit: number;
}

/** A page of products, newest first, of a title, supplier or category. */
export async function listProductPage(db: Sql, ask: ProductPageAsk): Promise<ListedProduct[]> {
  const [border, order] = sliceOrder(ask);
  const { rows } = await db.query<ListedProduct>(
    `select p.id as "productId", p.title, p.supplier_id as "supplierId", s.name as supplier, b.name as brand,
       p.transfer_scheme as scheme, p.switched_on as "switchedOn", p.offered,
       p.image_large as picture,
       coalesce((select json_agg(f.face_kopecks order by f.face_kopecks) from faces f
         where f.product_id = p.id and f.switched_on), '[]') as "facesKopecks"
     from products p join suppliers s on s.id = p.supplier_id
     join brands b on b.supplier_id = p.supplier_id and b.id = p.brand_id
     where ($1::text = '' or position(lower($1) in lower(p.title)) > 0 or p.id::text = $1)
       and ($2::bigint is null or p.supplier_id = $2)
       and ($5::bigint is null or $5 = any(p.categories))
       and ($3::bigint is null or p.id ${border} $3)
     order by p.id ${order} limit $4`,
    [ask.wanted, ask.supplierId, ask.fromKey, ask.limit, ask.categoryId],
  );
  return rows;
}
