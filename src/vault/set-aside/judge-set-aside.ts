/** Codes set aside after a restore: sold, or offered again. */
import type { Sql, Tx } from '../../platform/database/database.ts';
import { countByLot, lotColumns, offerCodes, type LotKey } from '../lots.ts';
import type { SetAside } from './set-aside-codes.ts';

export type Face = Omit<LotKey, 'endsOn'>;

/** Codes that are still set aside, by face. */
export async function listSetAside(db: Sql): Promise<SetAside[]> {
  const { rows } = await db.query<SetAside>(
    `select supplier_id as "supplierId", product_id as "productId", face_kopecks as "faceKopecks", count(*) as codes
     from codes_set_aside group by 1, 2, 3 order by 1, 2, 3`,
  );
  return rows;
}

/** Which of a product's codes set aside have these fingerprints; takes them off the list. */
export async function takeFound(
  tx: Tx,
  ask: { supplierId: number; productId: number; fingerprints: Buffer[] },
): Promise<number[]> {
  const { rows } = await tx.query<{ code_id: number }>(
    `delete from codes_set_aside s using codes c
     where s.supplier_id = $1 and s.product_id = $2 and c.supplier_id = s.supplier_id and c.id = s.code_id
       and c.fingerprint = any($3::bytea[])
     returning s.code_id`,
    [ask.supplierId, ask.productId, ask.fingerprints],
  );
  return rows.map((row) => row.code_id);
}

/** The next codes of a product that are set aside, whichever they are; takes them off the list. */
export async function takeNext(
  tx: Tx,
  ask: { supplierId: number; productId: number; limit: number },
): Promise<number[]> {
  const { rows } = await tx.query<{ code_id: number }>(
    `delete from codes_set_aside where (supplier_id, code_id) in (
       select supplier_id, code_id from codes_set_aside where supplier_id = $1 and product_id = $2
       order by code_id limit $3 for update)
     returning code_id`,
    [ask.supplierId, ask.productId, ask.limit],
  );
  return rows.map((row) => row.code_id);
}

/** Offers codes again that were taken off the list: at the end of their lots, if the fronts have passed them. */
export async function offerAgain(tx: Tx, supplierId: number, codeIds: number[]): Promise<void> {
  if (codeIds.length === 0) return;
  const { rows: lots } = await tx.query<LotKey>(
    `select supplier_id as "supplierId", product_id as "productId", face_kopecks as "faceKopecks", ends_on as "endsOn"
     from codes where supplier_id = $1 and id = any($2::bigint[])`,
    [supplierId, codeIds],
  );
  await tx.query(
    `select from stock where (supplier_id, product_id, face_kopecks, ends_on) in (
       select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::date[]))
     order by supplier_id, product_id, face_kopecks, ends_on for update`,
    lotColumns(lots),
  );
  const { rows } = await tx.query<{ moved: number }>(
    `with placed as (
       select c.supplier_id, c.id, c.position < s.next_position as is_moved,
         case when c.position < s.next_position then s.last_position + row_number() over (
           partition by c.product_id, c.face_kopecks, c.ends_on, c.position < s.next_position order by c.position)
         else c.position end as position
       from codes c join stock s using (supplier_id, product_id, face_kopecks, ends_on)
       where c.supplier_id = $1 and c.id = any($2::bigint[]) and c.state = 'blocked'),
     freed as (
       update codes c set state = 'free', position = p.position from placed p
       where c.supplier_id = p.supplier_id and c.id = p.id
       returning c.product_id, c.face_kopecks, c.ends_on, p.is_moved),
     counted as (
       select product_id, face_kopecks, ends_on, count(*) as codes, count(*) filter (where is_moved) as moved
       from freed group by 1, 2, 3),
     moved as (
       update stock s set last_position = s.last_position + w.moved, free = s.free + w.codes from counted w
       where s.supplier_id = $1 and (s.product_id, s.face_kopecks, s.ends_on) = (w.product_id, w.face_kopecks, w.ends_on))
     select coalesce(sum(codes), 0)::bigint as moved from counted`,
    [supplierId, codeIds],
  );
  if (rows[0]?.moved !== codeIds.length) throw new Error('A code that was set aside is not blocked.');
  await offerCodes(tx, countByLot(lots));
}
