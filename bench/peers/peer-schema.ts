import type { Database } from '../../src/platform/database.ts';

/**
 * The peers work on the platform's own tables, so that each writes rows of the same width under the same constraints.
 * What only the platform's queues need is taken away, and the index that a claim `for update skip locked` wants added.
 */
export async function shapeForPeers(db: Database): Promise<void> {
  await db.query(`drop index requests_due`);
  await db.query(`drop index requests_delayed`);
  await db.query(`drop index requests_delayed_tests`);
  await db.query(`drop index requests_ttl`);
  await db.query(`drop index callbacks_due`);
  await db.query(
    `create index codes_free on codes (supplier_id, product_id, face_kopecks, position) where state = 'free'`,
  );
  await db.query(`vacuum (analyze) codes`);
}
