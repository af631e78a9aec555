/** Everybody for whom a client has ordered. */
import type { Sql } from '../../platform/database/database.ts';

const ordersAtOnce = 10_000;

/** The addresses and phones of every order of a client, as they were ordered. */
export async function* recipientsOfClient(db: Sql, clientId: number): AsyncGenerator<string> {
  for (let after = 0; ;) {
    const { rows } = await db.query<{ id: number; mail: string; phone: string }>(
      `select id, email_to as mail, to_phone as phone from requests where client_id = $1 and id > $2 order by id limit $3`,
      [clientId, after, ordersAtOnce],
    );
    for (const { mail, phone } of rows) {
      if (mail !== '') yield mail;
      if (phone !== '') yield phone;
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
