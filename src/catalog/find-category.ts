import type { Sql } from '../platform/database/database.ts';

/** A category with what can be set of it. */
export interface Category {
  id: number;
  code: string;
  url: string;
  title: string;
  titleEn: string;
  sort: number;
  /** Number of its products, on sale or not; getCategories counts only those on sale. */
  products: number;
}

/** Null: there is none. */
export async function findCategory(db: Sql, id: number): Promise<Category | null> {
  const { rows } = await db.query<Category>(`${readCategories} where c.id = $1 order by c.sort, c.id`, [id]);
  return rows[0] ?? null;
}

/** All of them, in the order of getCategories. */
export async function findCategories(db: Sql): Promise<Category[]> {
  const { rows } = await db.query<Category>(`${readCategories} order by c.sort, c.id`);
  return rows;
}

const readCategories = `
  with used as (
    select category_id, count(*) as products from products p, unnest(p.categories) as category_id group by category_id)
  select c.id, c.code, c.url, c.title, c.title_en as "titleEn", c.sort, coalesce(u.products, 0) as products
  from categories c left join used u on u.category_id = c.id`;
