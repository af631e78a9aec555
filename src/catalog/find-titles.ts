import type { Sql } from '../platform/database/database.ts';

/** What these products are called; one that is not there is left out. */
export async function findTitles(db: Sql, productIds: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await db.query<{ id: number; title: string }>(
    `select id, title from products where id = any($1::bigint[])`,
    [productIds],
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}

export interface PoolTitle {
  productId: number;
  title: string;
}

/** The products of a supplier whose codes are loaded. */
export async function listPoolTitles(db: Sql, supplierId: number): Promise<PoolTitle[]> {
  const { rows } = await db.query<PoolTitle>(
    `select id as "productId", title from products where supplier_id = $1 and transfer_scheme = 'pool' order by id`,
    [supplierId],
  );
  return rows;
}
