import type { Tx } from '../platform/database/database.ts';

/** Sets the template version that new certificates of each product get. */
export async function setTemplateVersion(tx: Tx, productIds: number[], versions: number[]): Promise<void> {
  await tx.query(
    `update products p set template_version = w.version
     from unnest($1::bigint[], $2::integer[]) as w (id, version) where p.id = w.id`,
    [productIds, versions],
  );
}
