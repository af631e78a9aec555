/** The barcodes of products, as certificates show them that are sold now. */
import type { Sql } from '../platform/database/database.ts';
import type { Barcode } from '../platform/values/judge-barcode.ts';

/** By product. That of its template comes before that of the product. */
export async function readBarcodes(db: Sql, productIds: readonly number[]): Promise<Map<number, Barcode>> {
  if (productIds.length === 0) return new Map();
  const { rows } = await db.query<{ id: number; barcode: Barcode }>(
    `select p.id, coalesce(t.body -> 'barcode',
       json_build_object('kind', p.barcode_kind, 'text', '{{' || p.barcode_of || '}}')) as barcode
     from products p left join templates t on t.product_id = p.id and t.version = p.template_version
     where p.id = any($1::bigint[])`,
    [productIds],
  );
  return new Map(rows.map(({ id, barcode }) => [id, barcode]));
}
