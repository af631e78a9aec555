/**
 * Conditions of statements that are given the keys of their rows, so that each row is looked for by its key, whatever the planner knows of the
 * table (docs/decisions/0087). What it knows is mostly of a time at which nothing was to be done.
 */

/**
 * The row `row` of each of the given `keys`. Of these few are expected: where the planner takes a table for empty, because it was when that was
 * last counted, it would read all of it once, for free as it seems, and compare each row with each key. The second of the `columns`, or the only one, holds numbers.
 * `still`: a condition on the row. The planner expects next to no row in a state in which nothing was, so it would read all of these by
 * their index, or all of the table, and compare them with the keys. Of a `case` it knows nothing: it expects half of all rows.
 */
export function byKeys(row: string, keys: string, columns: readonly string[], still?: string): string {
  const same = columns.map((column) => `${row}.${column} = ${keys}.${column}`);
  const guards = still === undefined ? [] : [`case when ${still} then true else false end`];
  return [few(`${keys}.${columns[1] ?? columns[0]}`), ...same, ...guards].join(' and ');
}

/** The row `row` of each of the given keys whose place is known as `place`; `key` is a column of the keys that holds numbers. */
export const byPlaces = (row: string, place: string, key: string): string =>
  `${few(key)} and ${row}.ctid = ${place}`;

/** True of all of them, but the planner expects it of few. */
const few = (key: string): string => `${key} * 0 = 0`;
