/** Views over the tables in which a server of a cluster keeps its part, past Citus. */
import type { Tx } from '../database/database.ts';

export interface ShardView {
  cell: number;
  name: string;
  /** With its schema. */
  shard: string;
  columns: string[];
  /** The column whose ids are drawn; null if there is none. */
  identity: string | null;
}

/**
 * Statements lock rows by `ctid` and compare `xmin`, which are columns of tables only. Ids are drawn from sequences of the
 * schema `drawnFrom`.
 */
export async function makeView(
  tx: Tx,
  schema: string,
  { name, shard, identity }: ShardView,
  drawnFrom: string | null,
): Promise<void> {
  await tx.query(`drop view if exists ${schema}.${name}`);
  await tx.query(`create view ${schema}.${name} as select *, ctid, xmin from ${shard}`);
  if (identity !== null && drawnFrom !== null)
    await tx.query(
      `alter view ${schema}.${name} alter column ${identity} set default nextval('${drawnFrom}.${name}_${identity}_seq')`,
    );
}

/** Those that are missing, or have not the columns of their tables. */
export async function changedViews(tx: Tx, schema: string, views: ShardView[]): Promise<ShardView[]> {
  const { rows } = await tx.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 order by attnum) as columns
     from pg_class c where relkind = 'v' and relnamespace = $1::regnamespace`,
    [schema],
  );
  const known = new Map(rows.map(({ name, columns }) => [name, columns.join()]));
  return views.filter(({ name, columns }) => known.get(name) !== [...columns, 'ctid', 'xmin'].join());
}
