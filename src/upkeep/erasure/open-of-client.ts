/** Counts what of a client has not ended yet, so that it cannot be erased. */
import type { Sql } from '../../platform/database/database.ts';

export interface OpenOfClient {
  /** Held for orders that are on their way. */
  heldKopecks: number;
  /** Certificates that are still to be sent. */
  messages: number;
  /** Results that it has not been told. */
  callbacks: number;
  bulkOrders: number;
}

/** The count ends here. */
const mostCounted = 1000;

/** Read from indexes that hold only what is due, so that it costs the same after ten million orders. */
export async function findOpen(db: Sql, clientId: number): Promise<OpenOfClient> {
  const { rows } = await db.query<OpenOfClient>(
    `select coalesce((select balance_kopecks from accounts where client_id = $1 and name = 'held'), 0) as "heldKopecks",
       (select count(*) from (select from deliveries where client_id = $1 and channel in ('email', 'sms') and state = 'due'
          and kind <> 'reminder' limit $2) d) as messages,
       (select count(*) from (select from callbacks where client_id = $1 and state = 'due' limit $2) c) as callbacks,
       (select count(*) from (select from bulk_orders where client_id = $1 and ended_at is null limit $2) b) as "bulkOrders"`,
    [clientId, mostCounted],
  );
  return rows[0] ?? { heldKopecks: 0, messages: 0, callbacks: 0, bulkOrders: 0 };
}

export const isOpen = (open: OpenOfClient): boolean => Object.values(open).some((count) => count !== 0);
