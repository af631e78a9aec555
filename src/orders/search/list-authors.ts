/** The people who placed orders of a client on pages, or confirmed bulk orders: from person to person, whatever number of orders each has. */
import type { Sql } from '../../platform/database/database.ts';

export interface OrderAuthor {
  personId: number;
  /** The name of the person at the last order. */
  name: string;
}

const mostAuthors = 100;

export async function listOrderAuthors(db: Sql, clientId: number): Promise<OrderAuthor[]> {
  const { rows } = await db.query<OrderAuthor>(
    `with recursive author as (
       (select person_id, name, 1 as place from order_authors where client_id = $1 and person_id is not null
        order by client_id, person_id, request_id limit 1)
       union all
       select next.person_id, next.name, author.place + 1 from author cross join lateral (
         select person_id, name from order_authors where client_id = $1 and person_id > author.person_id
         order by client_id, person_id, request_id limit 1) next
       where author.place < $2)
     select person_id as "personId", name from author order by name, person_id`,
    [clientId, mostAuthors],
  );
  return rows;
}
