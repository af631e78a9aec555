/**
 * Lookups of rows that each batch of orders changes, for times when many versions of them are kept (kept-versions.ts). A lookup by key reads all versions
 * from the oldest on; an index has those of one key in the order of their places, and new ones are at the end of the table, so these begin there. The key
 * is unique: whichever way it is read, one version is visible.
 */

interface Newest {
  /** The columns of a unique index in their order, and what is asked of them. */
  key: Record<string, string>;
  columns: string;
  as: string;
  lock?: 'for update';
}

/**
 * SQL: joins the one row of a key. Asked for as all that is not below the key and not above it: of an equality the planner would know that there is nothing to be
 * ordered and read forward, and of a range in the last column that there is little, and sort it; of rows that are compared it expects many.
 */
export function joinNewest(table: string, { key, columns, as, lock }: Newest): string {
  const names = Object.keys(key);
  return `join lateral (
      select ${columns} from ${table}
      where ${rowOf(names)} >= ${rowOf(Object.values(key))} and ${rowOf(names)} <= ${rowOf(Object.values(key))}
      order by ${downwards(names)} limit 1 ${lock ?? ''}) ${as} on true`;
}

interface NewestOfEach {
  /** Name of the common table. */
  name: string;
  /** All columns of a unique index but the last, with the values that are asked for. */
  group: Record<string, string>;
  /** Its last column, with the least value that is asked for. */
  each: { column: string; from: string };
  columns: string[];
}

/** SQL: a common table, recursive, with one row of each key of a group, from the highest down. */
export function newestOfEach(table: string, { name, group, each, columns }: NewestOfEach): string {
  const [common, asked] = [Object.keys(group), Object.values(group)];
  const key = [...common, each.column];
  const next = (below: string): string =>
    `select ${[each.column, ...columns].join(', ')} from ${table}
      where ${rowOf(key)} >= ${rowOf([...asked, each.from])} and ${below} order by ${downwards(key)} limit 1`;
  return `${name} as (
      (${next(`${rowOf(common)} <= ${rowOf(asked)}`)})
      union all
      select below.* from ${name} cross join lateral (${next(`${rowOf(key)} < ${rowOf([...asked, `${name}.${each.column}`])}`)}) below)`;
}

const rowOf = (values: string[]): string => `row (${values.join(', ')})`;

const downwards = (columns: string[]): string => columns.map((column) => `${column} desc`).join(', ');
