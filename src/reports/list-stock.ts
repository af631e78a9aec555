import { lotLasts } from '../catalog/find-offers.ts';
import type { Sql } from '../platform/database/database.ts';
import { moscowDay } from '../platform/time/moscow-time.ts';

/** The number of codes in the pool per product, face and last day. */
export interface StockLine {
  supplierId: number;
  productId: number;
  title: string;
  faceKopecks: number;
  /** Whether the catalogue offers the face. */
  switchedOn: boolean;
  /** The last day of the codes; null: no own expiry date, or no codes. */
  endsOn: string | null;
  /** Expired, or expiring too soon to be offered. */
  endsTooSoon: boolean;
  free: number;
  /** Free codes promised to accepted orders. */
  promised: number;
  /** Positions passed: sold, blocked or expired codes. */
  passed: number;
}

/**
 * Stock of one or all pool products, from the counters. A face without codes is listed with 0; expired, sold-out lots
 * are left out.
 */
export async function listStock(
  db: Sql,
  ask: { productId: number | null; supplierId?: number },
  now: Date,
): Promise<StockLine[]> {
  const { rows } = await db.query<StockLine>(
    `select p.supplier_id as "supplierId", p.id as "productId", p.title, f.face_kopecks as "faceKopecks",
       p.switched_on and f.switched_on as "switchedOn", nullif(s.ends_on, 'infinity') as "endsOn",
       not coalesce(${lotLasts('s', 'p', '$2')}, true) as "endsTooSoon", coalesce(s.free, 0) as free,
       coalesce(s.free - a.available, 0) as promised, coalesce(s.next_position - 1, 0) as passed
     from products p
     join faces f on f.product_id = p.id and f.face_kopecks > 0
     left join stock s on s.supplier_id = p.supplier_id and s.product_id = p.id and s.face_kopecks = f.face_kopecks
       and (s.free > 0 or s.ends_on >= $2)
     left join stock_available a on a.supplier_id = s.supplier_id and a.product_id = s.product_id
       and a.face_kopecks = s.face_kopecks and a.ends_on = s.ends_on
     where p.transfer_scheme = 'pool' and ($1::bigint is null or p.id = $1)
       and ($3::bigint is null or p.supplier_id = $3)
     order by p.id, f.face_kopecks, s.ends_on`,
    [ask.productId, moscowDay(now), ask.supplierId ?? null],
  );
  return rows;
}
