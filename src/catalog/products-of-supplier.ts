/** The products of a supplier, by title. */
import type { Sql } from '../platform/database/database.ts';

export interface ProductName {
  id: number;
  title: string;
  /** Address of the original; empty: there is none. */
  picture: string;
}

const mostProducts = 500;

export async function listProductsOf(db: Sql, supplierId: number): Promise<ProductName[]> {
  const { rows } = await db.query<ProductName>(
    `select id, title, image_large as picture from products where supplier_id = $1 order by title, id limit $2`,
    [supplierId, mostProducts],
  );
  return rows;
}
