import type { Tx } from '../platform/database/database.ts';
import type { LotKey } from './lots.ts';

/** Locks all lots of these faces until the transaction ends. */
export async function lockStock(tx: Tx, faces: Omit<LotKey, 'endsOn'>[]): Promise<void> {
  await tx.query(
    `select from stock where (supplier_id, product_id, face_kopecks) in (
       select * from unnest($1::bigint[], $2::bigint[], $3::bigint[]))
     order by supplier_id, product_id, face_kopecks, ends_on for update`,
    [
      faces.map((face) => face.supplierId),
      faces.map((face) => face.productId),
      faces.map((face) => face.faceKopecks),
    ],
  );
}
