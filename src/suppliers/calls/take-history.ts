/** Calls to suppliers of ended orders leave the tables. */
import type { Tx } from '../../platform/database/database.ts';
import { historyRows, type HistoryRow } from '../../platform/database/history-rows.ts';

/** Orders with a call to a supplier that is still to be made, or that a person still has to settle. */
export async function openExchangesOf(
  tx: Tx,
  clientId: number,
  requestIds: readonly number[],
): Promise<Set<number>> {
  const { rows } = await tx.query<{ requestId: number }>(
    `select request_id as "requestId" from exchanges where client_id = $1 and request_id = any($2::bigint[])
       and (state = 'due' or state = 'quarantined' and settled_at is null)`,
    [clientId, requestIds],
  );
  return new Set(rows.map(({ requestId }) => requestId));
}

/** Takes the calls of ended orders out of the tables, with their attempts. */
export async function takeExchanges(
  tx: Tx,
  clientId: number,
  requestIds: readonly number[],
): Promise<Record<'exchanges' | 'exchange_attempts', HistoryRow[]>> {
  const key = [clientId, requestIds];
  const attempts = await historyRows(
    tx,
    `delete from exchange_attempts a using exchanges e
     where e.client_id = $1 and e.request_id = any($2::bigint[]) and a.supplier_id = e.supplier_id and a.exchange_id = e.id
     returning e.request_id as "requestId", to_jsonb(a)::text as row`,
    key,
  );
  const exchanges = await historyRows(
    tx,
    `delete from exchanges e where client_id = $1 and request_id = any($2::bigint[])
     returning request_id as "requestId", to_jsonb(e)::text as row`,
    key,
  );
  return { exchanges, exchange_attempts: attempts };
}
