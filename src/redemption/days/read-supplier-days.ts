import type { Sql } from '../../platform/database/database.ts';
import { dayAfter } from '../../platform/time/moscow-time.ts';

/** Certificates of one day. */
export interface SupplierDayLine {
  day: string;
  sold: number;
  redeemed: number;
  soldKopecks: number;
  redeemedKopecks: number;
}

/** Every day from `from` to `until`, also those on which nothing happened. */
export async function supplierDays(
  db: Sql,
  ask: { supplierId: number; from: string; until: string },
): Promise<SupplierDayLine[]> {
  const { rows } = await db.query<SupplierDayLine>(
    `select day, sum(sold)::bigint as sold, sum(redeemed)::bigint as redeemed,
       sum(sold * face_kopecks)::bigint as "soldKopecks", sum(redeemed * face_kopecks)::bigint as "redeemedKopecks"
     from supplier_days where supplier_id = $1 and day >= $2 and day <= $3 group by day`,
    [ask.supplierId, ask.from, ask.until],
  );
  const found = new Map(rows.map((row) => [row.day, row]));
  const lines: SupplierDayLine[] = [];
  for (let day = ask.from; day <= ask.until; day = dayAfter(day, 1)) {
    lines.push(found.get(day) ?? { day, sold: 0, redeemed: 0, soldKopecks: 0, redeemedKopecks: 0 });
  }
  return lines;
}

/** How many of a face were sold in these days. */
export interface FacePace {
  productId: number;
  faceKopecks: number;
  sold: number;
}

export async function soldByFace(
  db: Sql,
  ask: { supplierId: number; from: string; until: string },
): Promise<FacePace[]> {
  const { rows } = await db.query<FacePace>(
    `select product_id as "productId", face_kopecks as "faceKopecks", sum(sold)::bigint as sold
     from supplier_days where supplier_id = $1 and day >= $2 and day <= $3 group by product_id, face_kopecks`,
    [ask.supplierId, ask.from, ask.until],
  );
  return rows;
}
