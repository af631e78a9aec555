/** The rows of a batch of orders, as lines of a file. */
import { takeCallbacks } from '../../callbacks/take-history.ts';
import { takeGiftEvents } from '../../certificates/take-history.ts';
import { takeDeliveries } from '../../messaging/queue/take-history.ts';
import type { Tx } from '../../platform/database/database.ts';
import { historyRows, type HistoryRow } from '../../platform/database/history-rows.ts';
import { takeExchanges } from '../../suppliers/calls/take-history.ts';

/** Version of the lines of a file; raised if their shape changes. */
const format = 1;

/** Takes the history of orders out of the tables: a line of JSON for each, and the number of rows. */
export async function takeRows(
  tx: Tx,
  clientId: number,
  requestIds: readonly number[],
): Promise<{ lines: string[]; rows: number }> {
  const orders = await historyRows(
    tx,
    `select id as "requestId", to_jsonb(r)::text as row from requests r
     where client_id = $1 and id = any($2::bigint[]) order by id`,
    [clientId, requestIds],
  );
  const tables: Record<string, HistoryRow[]> = {
    deliveries: await takeDeliveries(tx, clientId, requestIds),
    ...(await takeCallbacks(tx, clientId, requestIds)),
    ...(await takeExchanges(tx, clientId, requestIds)),
    gift_events: await takeGiftEvents(tx, clientId, requestIds),
  };
  const byOrder = Object.entries(tables).map(
    ([table, rows]) => [table, Map.groupBy(rows, ({ requestId }) => requestId)] as const,
  );
  const lines = orders.map(({ requestId, row }) => {
    const parts = byOrder.map(
      ([table, rows]) => `"${table}":[${(rows.get(requestId) ?? []).map((one) => one.row).join(',')}]`,
    );
    return `{"format":${format},"client_id":${clientId},"request_id":${requestId},"order":${row},${parts.join(',')}}`;
  });
  return { lines, rows: Object.values(tables).reduce((sum, rows) => sum + rows.length, 0) };
}
