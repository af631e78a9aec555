import type { Sql } from '../platform/database/database.ts';

/** Whether a part was taken of a certificate in force with the supplier's own code: what is left of it is known here alone. */
export async function hasBegunParts(db: Sql, supplierId: number, now: Date): Promise<boolean> {
  const { rows } = await db.query<{ isBegun: boolean }>(
    `select exists (
       select from codes c
       join products p on p.id = c.product_id and p.transfer_scheme <> 'platform'
       left join certificates t on t.client_id = c.client_id and t.request_id = c.request_id
       where c.supplier_id = $1 and c.state = 'sold' and c.taken_kopecks is not null
         and c.taken_kopecks > 0 and c.taken_kopecks < c.face_kopecks
         and (coalesce(t.expires_at, c.expires_at) is null or coalesce(t.expires_at, c.expires_at) >= $2)) as "isBegun"`,
    [supplierId, now],
  );
  return rows[0]?.isBegun === true;
}
