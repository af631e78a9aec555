/** Messages of ended orders leave the table. */
import type { Tx } from '../../platform/database/database.ts';
import { historyRows, type HistoryRow } from '../../platform/database/history-rows.ts';

/** Takes the messages of ended orders out of the table. */
export const takeDeliveries = (
  tx: Tx,
  clientId: number,
  requestIds: readonly number[],
): Promise<HistoryRow[]> =>
  historyRows(
    tx,
    `delete from deliveries d where client_id = $1 and request_id = any($2::bigint[])
     returning request_id as "requestId", to_jsonb(d)::text as row`,
    [clientId, requestIds],
  );
