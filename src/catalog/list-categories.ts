import type { Sql } from '../platform/database/database.ts';

/** A category in the form of getCategories. */
export interface WireCategory {
  id: string;
  code: string;
  url: string;
  title: string;
  title_en: string;
  type: 'catalog';
  active: '1';
  seo_h1: '';
  seo_text: '';
  sort: string;
  visible_since: null;
  visible_until: null;
  visible_yearly: 0;
  /** How many products of getProducts are in it. */
  products_count: number;
  elements: 0;
  region: null;
}

export async function listCategories(db: Sql): Promise<WireCategory[]> {
  const { rows } = await db.query<
    Pick<WireCategory, 'id' | 'code' | 'url' | 'title' | 'title_en' | 'sort' | 'products_count'>
  >(
    `with listed as (
       select category_id, count(distinct p.id)::integer as products
       from products p, unnest(p.categories) as category_id
       where p.offered
       group by category_id)
     select c.id::text, c.code, c.url, c.title, c.title_en, c.sort::text, coalesce(l.products, 0) as products_count
     from categories c
     left join listed l on l.category_id = c.id
     order by c.sort, c.id`,
  );
  return rows.map((row) => ({
    id: row.id,
    code: row.code,
    url: row.url,
    title: row.title,
    title_en: row.title_en,
    type: 'catalog',
    active: '1',
    seo_h1: '',
    seo_text: '',
    sort: row.sort,
    visible_since: null,
    visible_until: null,
    visible_yearly: 0,
    products_count: row.products_count,
    elements: 0,
    region: null,
  }));
}
