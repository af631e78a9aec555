/** Counts clients that have keys of their own, for `key show`. */
import type { Sql } from '../database/database.ts';

export interface ClientKeyCounts {
  in_use: number;
  /** Made for clients of before, and used once no process of the version before is left. */
  coming: number;
  destroyed: number;
}

export async function countClientKeys(db: Sql): Promise<ClientKeyCounts> {
  const { rows } = await db.query<ClientKeyCounts>(
    `select count(*) filter (where part is not null and coalesce(used_from <= now(), true)) as in_use,
       count(*) filter (where part is not null and used_from > now()) as coming,
       count(*) filter (where part is null) as destroyed
     from client_sealing_keys`,
  );
  return rows[0] ?? { in_use: 0, coming: 0, destroyed: 0 };
}
