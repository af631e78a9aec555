import type { Sql } from '../platform/database.ts';
import { moscowMonth } from '../platform/moscow-time.ts';
import { mayBeAsked } from './supplier-agreement.ts';

export interface OfferAsk {
  productId: number;
  faceKopecks: number;
}

/** What the catalogue says of one product and face at this moment. */
export interface Offer {
  supplierId: number;
  faceOffered: boolean;
  withinSupplierLimits: boolean;
  /** By the stock counter; the issuer decides. */
  inStock: boolean;
}

interface OfferRow {
  supplier_id: number | null;
  face_offered: boolean;
  within_limits: boolean;
  in_stock: boolean;
}

/**
 * Answers each ask in order; null where no such product is on. Equal asks are looked up once. The sub-selects hide the
 * arrays' lengths from the planner: a plan for each length costs four times what the look-up does.
 */
export async function findOffers(db: Sql, asks: OfferAsk[], now: Date): Promise<(Offer | null)[]> {
  const keys = asks.map((ask) => `${ask.productId}:${ask.faceKopecks}`);
  const asked = new Map(asks.map((ask, index) => [keys[index], ask]));
  const distinct = [...asked.values()];
  const { rows } = await db.query<OfferRow>(
    `select p.supplier_id,
       exists (select from faces f where f.product_id = p.id and f.switched_on and f.face_kopecks = w.face_kopecks and f.face_kopecks > 0)
       or (p.transfer_scheme in ('platform', 'api') and w.face_kopecks > 0
           and w.face_kopecks between p.face_min_kopecks and p.face_max_kopecks and w.face_kopecks % p.face_step_kopecks = 0
           and (select bool_or(f.face_kopecks = 0) and bool_or(f.face_kopecks > 0) from faces f where f.product_id = p.id and f.switched_on)) as face_offered,
       coalesce(coalesce(u.orders, 0) < b.monthly_orders_limit, true)
       and coalesce(coalesce(u.sum_kopecks, 0) + w.face_kopecks <= b.monthly_sum_limit_kopecks, true) as within_limits,
       p.transfer_scheme <> 'pool' or coalesce(s.free, 0) > 0 as in_stock
     from unnest((select $1::bigint[]), (select $2::bigint[])) with ordinality as w (product_id, face_kopecks, place)
     left join (products p join suppliers m on m.id = p.supplier_id)
       on p.id = w.product_id and p.switched_on and ${mayBeAsked('p', 'm')}
     left join brands b on b.supplier_id = p.supplier_id and b.id = p.brand_id
     left join brand_usage u on u.supplier_id = b.supplier_id and u.brand_id = b.id and u.month = $3
     left join stock s on s.supplier_id = p.supplier_id and s.product_id = p.id and s.face_kopecks = w.face_kopecks
     order by w.place`,
    [distinct.map((ask) => ask.productId), distinct.map((ask) => ask.faceKopecks), moscowMonth(now)],
  );
  const offers = new Map([...asked.keys()].map((key, index) => [key, offerOf(rows[index])]));
  return keys.map((key) => offers.get(key) ?? null);
}

function offerOf(row: OfferRow | undefined): Offer | null {
  if (row === undefined || row.supplier_id === null) return null;
  return {
    supplierId: row.supplier_id,
    faceOffered: row.face_offered,
    withinSupplierLimits: row.within_limits,
    inStock: row.in_stock,
  };
}
