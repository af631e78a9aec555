import type { Sql } from '../../platform/database/database.ts';
import type { Face } from './judge-set-aside.ts';

/** A face of a pool, what is free of it, and the most codes of it that were sold in one hour. */
export interface PeakOfFace extends Face {
  free: number;
  peakPerHour: number;
}

/** Reads all sold codes once: only for what is done after a restore. */
export async function peakSales(db: Sql, since: Date): Promise<PeakOfFace[]> {
  const { rows } = await db.query<PeakOfFace>(
    `with hours as (
       select supplier_id, product_id, face_kopecks, date_trunc('hour', sold_at) as hour, count(*) as codes
       from codes where state = 'sold' and position is not null and sold_at >= $1 group by 1, 2, 3, 4),
     peaks as (select supplier_id, product_id, face_kopecks, max(codes) as peak from hours group by 1, 2, 3)
     select supplier_id as "supplierId", product_id as "productId", face_kopecks as "faceKopecks", sum(s.free)::bigint as free,
       coalesce(max(p.peak), 0) as "peakPerHour"
     from stock s left join peaks p using (supplier_id, product_id, face_kopecks)
     group by 1, 2, 3 having sum(s.free) > 0 order by 1, 2, 3`,
    [since],
  );
  return rows;
}
