import type { Sql } from './database.ts';

/**
 * Set-based writing: many rows in one statement, a parameter a column. The statement's text depends on the columns
 * alone, so the server sees the same one whatever the size of the batch.
 */
export interface Insertion<Row> {
  into(tx: Sql, rows: Row[]): Promise<void>;
}

type ColumnType =
  | 'bigint'
  | 'integer'
  | 'smallint'
  | 'boolean'
  | 'text'
  | 'timestamptz'
  | 'date'
  | 'bytea'
  | 'uuid';

/** `columns` names each column with its type; a row is an object with these keys. */
export function insertion<Columns extends Record<string, ColumnType>>(
  table: string,
  columns: Columns,
): Insertion<Record<keyof Columns, unknown>> {
  const names = Object.keys(columns);
  const arrays = names.map((name, index) => `$${index + 1}::${columns[name]}[]`);
  const text = `insert into ${table} (${names.join(', ')}) select * from unnest(${arrays.join(', ')})`;
  return {
    async into(tx, rows) {
      if (rows.length === 0) return;
      await tx.query(text, columnsOf(rows, names));
    },
  };
}

/** Turns rows into columns: one array a name. */
export function columnsOf<Row>(rows: Row[], names: (keyof Row)[]): unknown[][] {
  return names.map((name) => rows.map((row) => row[name]));
}
