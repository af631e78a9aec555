import type { Sql, Tx } from '../../platform/database/database.ts';
import type { LotKey } from '../lots.ts';

/** How many codes of each lot of a face may have been sold; null: all. */
export interface FaceMargin extends Omit<LotKey, 'endsOn'> {
  margin: number | null;
}

/** Codes of one face that are set aside, or would be. */
export interface SetAside extends Omit<LotKey, 'endsOn'> {
  codes: number;
}

/**
 * Sets aside the codes that would be sold next: they are blocked and noted, and each lot begins behind them. Promises must
 * have been given back before, since what is left may not suffice for them.
 */
export async function setAsideCodes(tx: Tx, margins: FaceMargin[]): Promise<SetAside[]> {
  const result: SetAside[] = [];
  for (const face of margins) {
    let codes = 0;
    for (const lot of await lockOpenLots(tx, face)) codes += await setAsideFront(tx, lot, face.margin);
    const { supplierId, productId, faceKopecks } = face;
    if (codes > 0) result.push({ supplierId, productId, faceKopecks, codes });
  }
  return result;
}

async function lockOpenLots(tx: Tx, face: FaceMargin): Promise<LotKey[]> {
  const { rows } = await tx.query<LotKey>(
    `select supplier_id as "supplierId", product_id as "productId", face_kopecks as "faceKopecks", ends_on as "endsOn"
     from stock where supplier_id = $1 and product_id = $2 and face_kopecks = $3 and free > 0
     order by ends_on for update`,
    [face.supplierId, face.productId, face.faceKopecks],
  );
  return rows;
}

async function setAsideFront(tx: Tx, lot: LotKey, margin: number | null): Promise<number> {
  const { rows } = await tx.query<{ codes: number }>(
    `with front as (
       select c.supplier_id, c.id, c.position from stock s join codes c using (supplier_id, product_id, face_kopecks, ends_on)
       where (supplier_id, product_id, face_kopecks, ends_on) = ($1, $2, $3, $4) and c.position >= s.next_position
         and c.state = 'free'
       order by c.position limit $5::bigint),
     blocked as (
       update codes c set state = 'blocked' from front f where c.supplier_id = f.supplier_id and c.id = f.id),
     noted as (
       insert into codes_set_aside (supplier_id, code_id, product_id, face_kopecks) select supplier_id, id, $2, $3 from front),
     counted as (select count(*) as codes, max(position) as last from front),
     moved as (
       update stock s set next_position = w.last + 1, free = s.free - w.codes from counted w
       where (supplier_id, product_id, face_kopecks, ends_on) = ($1, $2, $3, $4) and w.codes > 0),
     offered as (
       update stock_available a set available = a.available - w.codes from counted w
       where (supplier_id, product_id, face_kopecks, ends_on) = ($1, $2, $3, $4))
     select codes from counted`,
    [lot.supplierId, lot.productId, lot.faceKopecks, lot.endsOn, margin],
  );
  return rows[0]?.codes ?? 0;
}

/** When the guard that is in force began; null: there is none. */
export async function readGuardBegun(db: Sql): Promise<Date | null> {
  const { rows } = await db.query<{ begunAt: Date }>(
    `select begun_at as "begunAt" from restores where state = 'guarded'`,
  );
  return rows[0]?.begunAt ?? null;
}

/**
 * Sets aside what has just been loaded under a guard: the file may have been loaded, and sold from, in the lost time; or what came from another
 * cell. Called while their staging table is there.
 */
export async function setAsideLoaded(tx: Tx, supplierId: number): Promise<void> {
  await tx.query(
    `with blocked as (
       update codes c set state = 'blocked' from staged_codes g
       where c.supplier_id = $1 and c.fingerprint = g.fingerprint and c.state = 'free'
       returning c.supplier_id, c.id, c.product_id, c.face_kopecks, c.ends_on),
     noted as (
       insert into codes_set_aside (supplier_id, code_id, product_id, face_kopecks)
       select supplier_id, id, product_id, face_kopecks from blocked),
     counted as (
       select supplier_id, product_id, face_kopecks, ends_on, count(*) as codes from blocked group by 1, 2, 3, 4),
     moved as (
       update stock s set free = s.free - w.codes from counted w
       where (s.supplier_id, s.product_id, s.face_kopecks, s.ends_on)
         = (w.supplier_id, w.product_id, w.face_kopecks, w.ends_on))
     update stock_available a set available = a.available - w.codes from counted w
     where (a.supplier_id, a.product_id, a.face_kopecks, a.ends_on)
       = (w.supplier_id, w.product_id, w.face_kopecks, w.ends_on)`,
    [supplierId],
  );
}
