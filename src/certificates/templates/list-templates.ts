/** The versions of a product's template. */
import type { Sql } from '../../platform/database/database.ts';
import type { ProductFacts } from './look.ts';
import type { TemplateFile } from './template-file.ts';

export interface TemplateVersion {
  productId: number;
  title: string;
  version: number;
  /** Whether new certificates use it. */
  inForce: boolean;
  /** Null: the plain design. */
  template: TemplateFile | null;
  /** The product's fields at that time. */
  product: ProductFacts;
  note: string;
  createdAt: Date;
}

const versionColumns = `t.product_id as "productId", p.title, t.version, t.version = p.template_version as "inForce",
  t.body as template, t.product, t.note, t.created_at as "createdAt"`;

/** All template versions of one or all products, newest first per product. */
export async function listTemplates(
  db: Sql,
  { productId, limit }: { productId: number | null; limit: number },
): Promise<TemplateVersion[]> {
  const { rows } = await db.query<TemplateVersion>(
    `select ${versionColumns} from templates t join products p on p.id = t.product_id
     where $1::bigint is null or t.product_id = $1 order by t.product_id, t.version desc limit $2`,
    [productId, limit],
  );
  return rows;
}

/** One version, or the current one if no number is given; null if there is none. */
export async function findTemplate(
  db: Sql,
  { productId, version }: { productId: number; version: number | null },
): Promise<TemplateVersion | null> {
  const { rows } = await db.query<TemplateVersion>(
    `select ${versionColumns} from templates t join products p on p.id = t.product_id
     where t.product_id = $1 and t.version = coalesce($2, p.template_version)`,
    [productId, version],
  );
  return rows[0] ?? null;
}
