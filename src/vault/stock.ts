import type { Sql } from '../platform/database.ts';

/** How many codes of a product and face lie in the pool. */
export interface StockLine {
  supplierId: number;
  productId: number;
  title: string;
  faceKopecks: number;
  /** Whether the face is offered, as far as the catalogue goes. */
  switchedOn: boolean;
  free: number;
  /** Positions passed: sold, blocked or expired. */
  passed: number;
}

/** Stock of the pool products, all or one, from its counters; a face without any codes yet is listed with 0. */
export async function listStock(db: Sql, ask: { productId: number | null }): Promise<StockLine[]> {
  const { rows } = await db.query<StockLine>(
    `select p.supplier_id as "supplierId", p.id as "productId", p.title, f.face_kopecks as "faceKopecks",
       p.switched_on and f.switched_on as "switchedOn", coalesce(s.free, 0) as free,
       coalesce(s.next_position - 1, 0) as passed
     from products p
     join faces f on f.product_id = p.id and f.face_kopecks > 0
     left join stock s on s.supplier_id = p.supplier_id and s.product_id = p.id and s.face_kopecks = f.face_kopecks
     where p.transfer_scheme = 'pool' and ($1::bigint is null or p.id = $1)
     order by p.id, f.face_kopecks`,
    [ask.productId],
  );
  return rows;
}
