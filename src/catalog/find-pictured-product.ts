import type { Sql } from '../platform/database/database.ts';

/** A product on sale that has a picture, for previews; null: there is none. */
export async function findPicturedProduct(db: Sql): Promise<number | null> {
  const { rows } = await db.query<{ id: number }>(
    `select id from products where switched_on and image_large <> '' order by id limit 1`,
  );
  return rows[0]?.id ?? null;
}
