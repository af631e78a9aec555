/** A table by its columns: each says what it shows of a row. */
import type { Content, Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { tableView, type Column, type PhoneCell, type Table } from './list-view.ts';
import { momentView } from './parts-view.ts';
import { sortedBy, type SortKeys } from './sorting.ts';

export interface ColumnOf<Row> extends Column {
  /** A date is shown as a moment of Moscow time. */
  cell: (row: Row) => Content | Date;
  /** The default is `named`. */
  phone?: PhoneCell;
  /** Its link is the way to what the row stands for: it covers the row. */
  leads?: true;
  /** What rows are compared by, of a column with `sort`; by default what the cell says. */
  by?: SortKeys<Row>[string];
}

/** False: a column that this person does not get. */
export type Columns<Row> = readonly (ColumnOf<Row> | false)[];

export interface Rows<Row> extends Pick<Table, 'caption' | 'hidden' | 'sorting'> {
  columns: Columns<Row>;
  rows: readonly Row[];
}

export function rowsView<Row>({ columns, rows, ...table }: Rows<Row>, language: Language): Html {
  const shown = shownColumns(columns);
  const sorted = table.sorting === undefined ? rows : sortedBy(rows, sortKeys(shown), table.sorting.call);
  return tableView({
    ...table,
    columns: shown,
    phone: shown.map(({ phone = 'named' }) => phone),
    leads: shown.findIndex(({ leads }) => leads),
    rows: sorted.map((row) => shown.map(({ cell }) => contentOf(cell(row), language))),
  });
}

const contentOf = (value: Content | Date, language: Language): Content =>
  value instanceof Date ? momentView(value, language) : value;

export const shownColumns = <Row>(columns: Columns<Row>): ColumnOf<Row>[] =>
  columns.filter((column) => column !== false);

const sortKeys = <Row>(columns: readonly ColumnOf<Row>[]): SortKeys<Row> =>
  Object.fromEntries(
    columns.flatMap(({ sort, cell, by = (row) => comparable(cell(row)) }) =>
      sort === undefined ? [] : [[sort, by]],
    ),
  );

const comparable = (value: Content | Date): string | number | Date =>
  typeof value === 'string' || typeof value === 'number' || value instanceof Date ? value : '';
