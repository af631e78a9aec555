import type { Sql } from '../platform/database/database.ts';

/** The number of free codes below which a product is low in stock. */
export interface StockLevel {
  productId: number;
  title: string;
  supplier: string;
  /** Null: nobody is told. */
  lowStock: number | null;
}

export interface StockLevelsAsk {
  fromKey: number | null;
  direction: 'older' | 'newer';
  limit: number;
}

/** Products on sale whose codes are loaded, newest first. */
export async function listStockLevels(
  db: Sql,
  { fromKey, direction, limit }: StockLevelsAsk,
): Promise<StockLevel[]> {
  const isOlder = direction === 'older';
  const { rows } = await db.query<StockLevel>(
    `select p.id as "productId", p.title, s.name as supplier, p.low_stock as "lowStock"
     from products p join suppliers s on s.id = p.supplier_id
     where p.transfer_scheme = 'pool' and p.switched_on
       and ($1::bigint is null or p.id ${isOlder ? '<' : '>'} $1)
     order by p.id ${isOlder ? 'desc' : 'asc'} limit $2`,
    [fromKey, limit],
  );
  return rows;
}
