import type { Sql } from '../platform/database/database.ts';
import { isErased } from '../vault/erase-codes.ts';

/** A sold code with what its order says of it; the code itself is still sealed. */
export interface SoldCode {
  codeId: number;
  orderNumber: string;
  productId: number;
  title: string;
  faceKopecks: number;
  soldAt: Date;
  expiresAt: Date | null;
}

export interface SoldCodesAsk {
  supplierId: number;
  from: Date;
  /** Exclusive. */
  to: Date;
}

/** The codes of a supplier sold in a period that are still kept, the oldest first, `limit` at the most. */
export async function findSoldCodes(
  db: Sql,
  { supplierId, from, to }: SoldCodesAsk,
  limit: number,
): Promise<SoldCode[]> {
  const { rows } = await db.query<SoldCode>(
    `select c.id as "codeId", t.order_id || '-' || t.request_id as "orderNumber", c.product_id as "productId", p.title,
       c.face_kopecks as "faceKopecks", t.issued_at as "soldAt", t.expires_at as "expiresAt"
     from certificates t
     join codes c on c.supplier_id = t.supplier_id and c.id = t.code_id
     join products p on p.id = c.product_id
     where t.supplier_id = $1 and t.issued_at >= $2 and t.issued_at < $3 and c.state = 'sold' and not (${isErased('c.sealed')})
     order by t.issued_at, c.id limit $4`,
    [supplierId, from, to, limit],
  );
  return rows;
}
