/** Takes the events of gift pages of ended orders out of their table, for the history. */
import type { Tx } from '../platform/database/database.ts';
import { historyRows, type HistoryRow } from '../platform/database/history-rows.ts';

/** Takes the events of recipients with ended certificates out of the table. */
export const takeGiftEvents = (
  tx: Tx,
  clientId: number,
  requestIds: readonly number[],
): Promise<HistoryRow[]> =>
  historyRows(
    tx,
    `delete from gift_events g where client_id = $1 and request_id = any($2::bigint[])
     returning request_id as "requestId", to_jsonb(g)::text as row`,
    [clientId, requestIds],
  );
