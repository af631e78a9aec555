import type { Sql } from '../../platform/database/database.ts';
import { findLooks } from './look.ts';
import type { Look } from './look.ts';

/** The look with which a product is sold now; null: it has no template. */
export async function currentLook(db: Sql, productId: number): Promise<Look | null> {
  const { rows } = await db.query<{ version: number | null }>(
    `select template_version as version from products where id = $1`,
    [productId],
  );
  const version = rows[0]?.version ?? null;
  if (version === null) return null;
  const [look] = await findLooks(db, [{ productId, version }]);
  return look ?? null;
}
