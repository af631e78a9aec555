/** Which clients have no key of their own yet. */
import type { Sql } from '../../platform/database/database.ts';

/** Clients that a process of a version before keys of clients has added. */
export async function clientsWithoutKey(db: Sql): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `select c.id from clients c where not exists (select from client_sealing_keys k where k.client_id = c.id) order by c.id`,
  );
  return rows.map(({ id }) => id);
}
