import { columnLiteral } from './array-literal.ts';
import type { Sql } from './database.ts';

/**
 * Writes many rows in one statement, one array parameter per column. The text of the statement depends only on the
 * columns, so it is the same for every batch size.
 */
export interface Insertion<Own extends Columns, Common extends Columns | undefined> {
  into(tx: Sql, rows: RowOf<Own>[], ...common: Common extends Columns ? [RowOf<Common>] : []): Promise<void>;
}

type Columns = Record<string, ColumnType>;
type RowOf<C extends Columns> = Record<keyof C, unknown>;

export type ColumnType =
  | 'bigint'
  | 'integer'
  | 'smallint'
  | 'boolean'
  | 'text'
  | 'timestamptz'
  | 'date'
  | 'bytea'
  | 'uuid'
  | 'jsonb';

/**
 * `columns` names each column with its type; a row is an object with these keys. Values common to all rows go into
 * `common` and are sent once.
 */
export function insertion<Own extends Columns, Common extends Columns | undefined = undefined>(
  table: string,
  columns: Own,
  common?: Common,
): Insertion<Own, Common> {
  const names = Object.keys(columns);
  const commonNames = Object.keys(common ?? {});
  const arrays = names.map((name, index) => `$${index + 1}::${columns[name]}[]`);
  const scalars = commonNames.map((name, index) => `$${names.length + index + 1}::${common?.[name]}`);
  const text =
    `insert into ${table} (${[...names, ...commonNames].join(', ')}) ` +
    `select ${['w.*', ...scalars].join(', ')} from unnest(${arrays.join(', ')}) as w`;
  return {
    async into(tx, rows, ...[shared]: Record<string, unknown>[]) {
      if (rows.length === 0) return;
      const sharedValues = commonNames.map((name) => shared?.[name]);
      await tx.query(text, [...names.map((name) => columnLiteral(rows, name)), ...sharedValues]);
    },
  };
}

/** Turns rows into columns: one array per name. */
export function columnsOf<Row>(rows: readonly Row[], names: (keyof Row)[]): unknown[][] {
  return names.map((name) => rows.map((row) => row[name]));
}

/**
 * Rows of the first parameters of a statement, each an array of this type. The sub-selects hide the lengths of the arrays from the planner, which would
 * else plan the statement again for each length (docs/decisions/0007).
 */
export const rowsOfUnknownLength = (...types: ColumnType[]): string =>
  `unnest(${types.map((type, index) => `(select $${index + 1}::${type}[])`).join(', ')})`;
