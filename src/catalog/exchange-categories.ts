/** The categories of what a choice certificate can be exchanged for. */
import type { Sql } from '../platform/database/database.ts';
import { isTargetOf } from './exchange-targets.ts';

export interface ExchangeCategory {
  id: number;
  title: string;
  /** Empty: it has no English name. */
  titleEn: string;
}

export async function listExchangeCategories(db: Sql, productId: number): Promise<ExchangeCategory[]> {
  const { rows } = await db.query<ExchangeCategory>(
    `select c.id, c.title, c.title_en as "titleEn" from categories c
     where exists (select from products p where p.offered and c.id = any(p.categories) and ${isTargetOf('$1', 'p')})
     order by c.sort, c.id`,
    [productId],
  );
  return rows;
}
