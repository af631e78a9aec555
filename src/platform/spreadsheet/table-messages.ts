/** Messages between the process that reads tables and the one that asks it. */
import type { TableReason } from './table-reasons.ts';
import type { ReadingCost, TableRow } from './table-row.ts';

export interface TableAsk {
  is: 'table';
  form: 'workbook' | 'csv';
  bytes: number;
  sheet: string | undefined;
  everySheet: boolean;
  /** Whether the caller shows progress. */
  tellsProgress: boolean;
}

/** A table is asked for, then comes in pieces; each batch is taken before the one after the next is made. */
export type ToReader = TableAsk | { is: 'piece'; bytes: Uint8Array } | { is: 'taken' };

/** The last message of a table. */
interface TableEnd extends ReadingCost {
  reusable: boolean;
}

export type FromReader =
  | { is: 'ready' }
  | { is: 'rows'; rows: TableRow[] }
  | { is: 'progress'; fraction: number }
  | ({ is: 'end' } & TableEnd)
  | ({ is: 'problem'; reason: TableReason } & TableEnd);
