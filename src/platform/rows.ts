import { columnLiteral } from './array-literal.ts';
import type { Sql } from './database.ts';

/**
 * Set-based writing: many rows in one statement, a parameter a column. The statement's text depends on the columns
 * alone, so the server sees the same one whatever the size of the batch.
 */
export interface Insertion<Row, Common> {
  into(tx: Sql, rows: Row[], ...common: keyof Common extends never ? [] : [Common]): Promise<void>;
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

type Columns = Record<string, ColumnType>;

/**
 * `columns` names each column with its type; a row is an object with these keys. What all rows of a batch share goes
 * into `common`, and is sent once.
 */
export function insertion<Own extends Columns, Common extends Columns = Record<never, never>>(
  table: string,
  columns: Own,
  common?: Common,
): Insertion<Record<keyof Own, unknown>, Record<keyof Common, unknown>> {
  const names = Object.keys(columns);
  const commonNames = Object.keys(common ?? {});
  const arrays = names.map((name, index) => `$${index + 1}::${columns[name]}[]`);
  const scalars = commonNames.map((name, index) => `$${names.length + index + 1}::${common?.[name]}`);
  const text =
    `insert into ${table} (${[...names, ...commonNames].join(', ')}) ` +
    `select ${['w.*', ...scalars].join(', ')} from unnest(${arrays.join(', ')}) as w`;
  return {
    async into(tx, rows, ...[shared]) {
      if (rows.length === 0) return;
      const sharedValues = commonNames.map((name) => shared?.[name as keyof Common]);
      await tx.query(text, [...names.map((name) => columnLiteral(rows, name)), ...sharedValues]);
    },
  };
}

/** Turns rows into columns: one array a name. */
export function columnsOf<Row>(rows: Row[], names: (keyof Row)[]): unknown[][] {
  return names.map((name) => rows.map((row) => row[name]));
}
