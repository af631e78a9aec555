/** Finds the client of a request and of an order with this number: at most one of each. */
import { sampleOrderId } from '../certificates/sample-certificate.ts';
import { clientOfRequest } from '../orders/search/client-of-request.ts';
import type { ReadingContext } from '../platform/cells/cell-context.ts';
import { gathered } from '../platform/cells/merge.ts';
import type { Sql } from '../platform/database/database.ts';

export interface FoundRequestKey {
  clientId: number;
  requestId: number;
  client: string;
}

/** In whatever cells they are. */
export const findKeysAnywhere = (ctx: ReadingContext, number: number): Promise<FoundRequestKey[]> =>
  gathered(ctx, ({ pageDb }) => findRequestKeys(pageDb, number));

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
