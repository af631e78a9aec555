/** Finds the orders and their clients by the number of a request or an order: at most one of each. */
import { sampleOrderId } from '../certificates/sample-certificate.ts';
import { clientOfRequest } from '../orders/search/client-of-request.ts';
import type { ListedOrder } from '../orders/search/listed-order.ts';
import { searchOrders } from '../orders/search/search-orders.ts';
import type { Wanted } from '../orders/search/terms.ts';
import type { ReadingContext } from '../platform/cells/cell-context.ts';
import { gathered } from '../platform/cells/merge.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { moscowDay } from '../platform/time/moscow-time.ts';

interface FoundRequestKey {
  clientId: number;
  requestId: number;
  client: string;
}

interface SearchContext extends ReadingContext {
  keyring: Keyring;
}

/** Lists the orders of all clients whose request or order has this number. */
export const searchByNumber = (
  ctx: SearchContext,
  wanted: Wanted & { number: number },
  now: Date,
): Promise<(ListedOrder & FoundRequestKey)[]> =>
  gathered(ctx, async ({ pageDb, keyring }) => {
    const keys = await findRequestKeys(pageDb, wanted.number);
    const listed = keys.map(async (key) => {
      const one = { ...wanted, number: key.requestId };
      const ask = { clientId: key.clientId, wanted: one, day: moscowDay(now), fromKey: null };
      const { rows } = await searchOrders(pageDb, keyring, ask);
      return rows.map((row) => ({ ...row, ...key }));
    });
    return (await Promise.all(listed)).flat();
  });

export async function findRequestKeys(db: Sql, number: number): Promise<FoundRequestKey[]> {
  const clientId = await clientOfRequest(db, number);
  const { rows } = await db.query<FoundRequestKey>(
    `select r.client_id as "clientId", r.id as "requestId", c.name as client
     from requests r join clients c on c.id = r.client_id where r.client_id = $3 and r.id = $1
     union
     select r.client_id, r.id, c.name from requests r join clients c on c.id = r.client_id
     where r.order_id = $1 and $1 <> $2 limit 2`,
    [number, sampleOrderId, clientId],
  );
  return rows;
}
