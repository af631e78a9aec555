/** Callbacks of ended orders leave the tables. */
import type { Tx } from '../platform/database/database.ts';
import { historyRows, type HistoryRow } from '../platform/database/history-rows.ts';

/**
 * Takes the callbacks of ended orders out of the tables, with their attempts. Their bodies do not leave: they are sealed, and say
 * what the order says.
 */
export async function takeCallbacks(
  tx: Tx,
  clientId: number,
  requestIds: readonly number[],
): Promise<Record<'callbacks' | 'callback_attempts', HistoryRow[]>> {
  const taken = (table: string): Promise<HistoryRow[]> =>
    historyRows(
      tx,
      `delete from ${table} c where client_id = $1 and request_id = any($2::bigint[])
       returning request_id as "requestId", (to_jsonb(c) - 'body')::text as row`,
      [clientId, requestIds],
    );
  return { callback_attempts: await taken('callback_attempts'), callbacks: await taken('callbacks') };
}
