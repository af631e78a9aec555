/**
 * Rows that each batch of orders changes: balances, stock, limits. While anybody holds an old snapshot, no version of them can be removed, and whoever looks
 * for their key walks through all versions since. So an index has their generation behind the key, and they are looked for from its newest end: what is
 * walked are the versions of one generation, at most (docs/decisions/0099). Who looks for the key alone finds the same row.
 */

/** A transaction writes a row once, so no more versions of it have one generation. Within one an update stays on its page and writes no index. */
const transactionsInGeneration = 256;

/** For every update on the way of an order. Where it goes back, as in a restored copy, a look is longer until the next vacuum, and finds the same. */
export const newGeneration = `generation = pg_current_xact_id()::text::bigint / ${transactionsInGeneration}`;

interface Newest {
  /** The columns of the index before `generation`, in their order, and what is asked of them. */
  key: Record<string, string>;
  columns: string;
  as: string;
  lock?: 'for update';
}

interface NewestOfEach {
  /** Of the common table. */
  name: string;
  /** The columns that all have in common, and what is asked of them. */
  group: Record<string, string>;
  /** The column behind these, by which they are told apart, and the least of it that is asked for. */
  each: { column: string; from: string };
  columns: string[];
}

/**
 * SQL: a common table, recursive, with one row of each key of a group, from the highest down, and perhaps one row behind the last, which is to be left out.
 */
export function newestOfEach(table: string, { name, group, each, columns }: NewestOfEach): string {
  const common = Object.keys(group);
  const key = [...common, each.column];
  const one = (below: string): string =>
    `select ${[...key, ...columns].join(', ')} from ${table} where ${below}
      order by ${key.map((column) => `${column} desc`).join(', ')}, generation desc limit 1`;
  const of = (row: string): string => key.map((column) => `${row}.${column}`).join(', ');
  return `${name} as (
      (${one(`(${common.join(', ')}) <= (${Object.values(group).join(', ')})`)})
      union all
      select next.* from ${name} cross join lateral (${one(`(${key.join(', ')}) < (${of(name)})`)}) next
      where ${common.map((column) => `${name}.${column} = ${group[column]}`).join(' and ')} and ${name}.${each.column} >= ${each.from})`;
}

/**
 * SQL: joins the one row of a key. Asked as the last one that is not above the key, for the planner takes that for many, and so never reads and sorts them all; that
 * it is of the key is asked of what was found.
 */
export function joinNewest(table: string, { key, columns, as, lock }: Newest): string {
  const names = Object.keys(key);
  return `join lateral (
      select ${names.join(', ')}, ${columns} from ${table} where (${names.join(', ')}) <= (${Object.values(key).join(', ')})
      order by ${names.map((name) => `${name} desc`).join(', ')}, generation desc limit 1 ${lock ?? ''}) ${as}
    on ${names.map((name) => `${as}.${name} = ${key[name]}`).join(' and ')}`;
}
