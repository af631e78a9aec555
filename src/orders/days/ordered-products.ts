/** The products that a client has ordered since a day, by title. */
import type { Sql } from '../../platform/database/database.ts';

export interface OrderedProduct {
  id: number;
  title: string;
}

const mostProducts = 200;

export async function orderedProducts(db: Sql, clientId: number, since: string): Promise<OrderedProduct[]> {
  const { rows } = await db.query<OrderedProduct>(
    `select p.id, p.title from (
       select distinct product_id from order_days where client_id = $1 and day >= $2) o
     join products p on p.id = o.product_id order by p.title, p.id limit ${mostProducts}`,
    [clientId, since],
  );
  return rows;
}
