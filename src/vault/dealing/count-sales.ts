/** What a cell sells of each face lately, from how far the positions of its lots have moved. */
import type { Sql } from '../../platform/database/database.ts';

const countEveryMs = 60_000;
/** What was counted before keeps this part of its weight at each count: after some ten minutes it hardly matters. */
const memory = 0.8;

/** Counts what was sold since the last time, if that is long enough ago; else nothing is locked, as a lock counts as a change of the table. */
export async function countSales(db: Sql, now: Date): Promise<void> {
  await db.query(
    `insert into shelf_sales as l (supplier_id, product_id, face_kopecks, passed, lately, counted_at)
     select supplier_id, product_id, face_kopecks, sum(next_position - 1), sum(next_position - 1), $1
     from stock s where not exists (
       select from shelf_sales k
       where k.supplier_id = s.supplier_id and k.product_id = s.product_id and k.face_kopecks = s.face_kopecks
         and k.counted_at > $2)
     group by 1, 2, 3 order by 1, 2, 3
     on conflict (supplier_id, product_id, face_kopecks) do update set
       passed = excluded.passed, lately = l.lately * ${memory} + excluded.passed - l.passed, counted_at = excluded.counted_at
     where l.counted_at <= $2`,
    [now, new Date(now.getTime() - countEveryMs)],
  );
}
