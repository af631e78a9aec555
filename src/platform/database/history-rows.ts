/** Rows that leave their tables as JSON. */
import type { Tx } from './database.ts';

/** A row that leaves its table, as the text of a JSON object. */
export interface HistoryRow {
  requestId: number;
  row: string;
}

/** Runs a statement that deletes rows and returns each as `requestId` and `row`. */
export async function historyRows(tx: Tx, sql: string, values: unknown[]): Promise<HistoryRow[]> {
  const { rows } = await tx.query<HistoryRow>(sql, values);
  return rows;
}
