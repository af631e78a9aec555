import type { Tx } from '../platform/database/database.ts';
import { byKeys } from '../platform/database/by-keys.ts';
import { countByLot, lotColumns, offerCodes, type LotKey } from './lots.ts';

/** What becomes of codes after their sale: activated, withdrawn, blocked for good, or returned to their pool. */
export interface CodeKey {
  supplierId: number;
  codeId: number;
}

/** Marks sold codes as accepted by their supplier; a code marked before keeps its time. */
export async function activateCodes(tx: Tx, codes: CodeKey[], now: Date): Promise<void> {
  if (codes.length === 0) return;
  await tx.query(
    `update codes c set active = true, activated_at = $3
     from unnest($1::bigint[], $2::bigint[]) as w (supplier_id, id)
     where ${byKeys('c', 'w', ['supplier_id', 'id'], `c.state = 'sold' and not c.active`)}`,
    [...keyColumns(codes), now],
  );
}

/** Locks a code until the transaction ends, so that no till can redeem it meanwhile. */
export async function holdCode(tx: Tx, { supplierId, codeId }: CodeKey): Promise<void> {
  await tx.query(`select from codes where supplier_id = $1 and id = $2 for update`, [supplierId, codeId]);
}

/** Blocks a sold code permanently and keeps its order. If it has not been in a used export yet, it will be only if a part of it was used. */
export async function withdrawCode(tx: Tx, key: CodeKey, { isUsed }: { isUsed: boolean }): Promise<void> {
  const { rowCount } = await tx.query(
    `update codes set state = 'blocked' where supplier_id = $1 and id = $2 and state = 'sold'`,
    [key.supplierId, key.codeId],
  );
  if (rowCount !== 1) throw new Error('A code that is to be withdrawn is not sold.');
  if (!isUsed) await forgetSales(tx, [key]);
}

/** Takes codes from their orders permanently, because their state at the supplier is unknown. */
export async function blockSoldCodes(tx: Tx, codes: CodeKey[]): Promise<void> {
  if (codes.length === 0) return;
  await tx.query(
    `update codes c set state = 'blocked', client_id = null, request_id = null, sold_at = null
     from unnest($1::bigint[], $2::bigint[]) as w (supplier_id, id)
     where ${byKeys('c', 'w', ['supplier_id', 'id'], `c.state = 'sold'`)}`,
    keyColumns(codes),
  );
  await forgetSales(tx, codes);
}

/** Codes that were not sold in the end do not belong in a used export. */
async function forgetSales(tx: Tx, codes: CodeKey[]): Promise<void> {
  await tx.query(
    `delete from unlisted_codes where (supplier_id, code_id) in (select * from unnest($1::bigint[], $2::bigint[]))`,
    keyColumns(codes),
  );
}

/**
 * Returns codes that were sold, but never used or activated, to the end of their lots, where they are offered again.
 */
export async function returnToPool(tx: Tx, codes: CodeKey[]): Promise<void> {
  if (codes.length === 0) return;
  const values = keyColumns(codes);
  const { rows: lots } = await tx.query<LotKey>(
    `select supplier_id as "supplierId", product_id as "productId", face_kopecks as "faceKopecks", ends_on as "endsOn"
     from codes where (supplier_id, id) in (select * from unnest($1::bigint[], $2::bigint[]))`,
    values,
  );
  await tx.query(
    `select from stock where (supplier_id, product_id, face_kopecks, ends_on) in (
       select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::date[]))
     order by supplier_id, product_id, face_kopecks, ends_on for update`,
    lotColumns(lots),
  );
  await tx.query(
    `with returned as (
       update codes c
       set state = 'free', client_id = null, request_id = null, sold_at = null, position = w.position
       from (select k.supplier_id, k.id, s.last_position + row_number() over (
               partition by k.supplier_id, k.product_id, k.face_kopecks, k.ends_on order by k.id) as position
             from codes k join stock s using (supplier_id, product_id, face_kopecks, ends_on)
             where (k.supplier_id, k.id) in (select * from unnest($1::bigint[], $2::bigint[])) and k.state = 'sold') w
       where c.supplier_id = w.supplier_id and c.id = w.id
       returning c.supplier_id, c.product_id, c.face_kopecks, c.ends_on)
     update stock s set last_position = s.last_position + r.count, free = s.free + r.count
     from (select supplier_id, product_id, face_kopecks, ends_on, count(*) as count from returned group by 1, 2, 3, 4) r
     where s.supplier_id = r.supplier_id and s.product_id = r.product_id and s.face_kopecks = r.face_kopecks
       and s.ends_on = r.ends_on`,
    values,
  );
  await offerCodes(tx, countByLot(lots));
  await forgetSales(tx, codes);
}

const keyColumns = (codes: CodeKey[]): unknown[][] => [
  codes.map((code) => code.supplierId),
  codes.map((code) => code.codeId),
];
