import type { Database } from '../../src/platform/database/database.ts';

/**
 * The peers use the platform's own tables, so that each writes rows of the same width with the same constraints. The
 * indexes of the platform's queues are dropped, and the index for a claim with `for update skip locked` is added.
 */
export async function shapeForPeers(db: Database): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    `select indexname as name from pg_indexes
     where tablename in ('requests', 'callbacks') and indexdef like '%WHERE%state%'`,
  );
  for (const { name } of rows) await db.query(`drop index ${name}`);
  await db.query(
    `create index codes_free on codes (supplier_id, product_id, face_kopecks, position) where state = 'free'`,
  );
  await db.query(`vacuum (analyze) codes`);
}
