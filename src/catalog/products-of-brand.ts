import type { Sql } from '../platform/database/database.ts';

/** The products of a product's brand, itself among them. */
export async function productsOfItsBrand(db: Sql, productId: number): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `select p.id from products one
     join products p on p.supplier_id = one.supplier_id and p.brand_id = one.brand_id
     where one.id = $1 order by p.id`,
    [productId],
  );
  return rows.map(({ id }) => id);
}
