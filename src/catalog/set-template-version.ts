import type { Tx } from '../platform/database/database.ts';

/** Which version of its look each product sells its certificates with from now on. */
export async function setTemplateVersion(tx: Tx, productIds: number[], versions: number[]): Promise<void> {
  await tx.query(
    `update products p set template_version = w.version
     from unnest($1::bigint[], $2::integer[]) as w (id, version) where p.id = w.id`,
    [productIds, versions],
  );
}
