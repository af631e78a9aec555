/** Whether products are on sale, and who supplies them. */
import type { Sql, Tx } from '../platform/database/database.ts';

export interface SaleState {
  productId: number;
  onSale: boolean;
}

/** Which of these products of a supplier are on sale; those that are not the supplier's are left out. */
export async function lockSale(tx: Tx, supplierId: number, productIds: number[]): Promise<SaleState[]> {
  const { rows } = await tx.query<SaleState>(
    `select id as "productId", switched_on as "onSale" from products
     where supplier_id = $1 and id = any($2::bigint[]) order by id for update`,
    [supplierId, productIds],
  );
  return rows;
}

export async function supplierOfProduct(db: Sql, productId: number): Promise<number | null> {
  const { rows } = await db.query<{ supplierId: number }>(
    `select supplier_id as "supplierId" from products where id = $1`,
    [productId],
  );
  return rows[0]?.supplierId ?? null;
}
