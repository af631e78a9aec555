/** Whoever may do something with a table may do it with the view over it. */
import type { Tx } from '../database/database.ts';
import type { ShardView } from './shard-views.ts';

/** Grants the views to roles other than the owner. Citus keeps the rights of a table on its shards, also when they move. */
export async function alignRights(tx: Tx, schema: string, views: readonly ShardView[]): Promise<void> {
  // Citus hides its shards in the catalogue of PostgreSQL.
  await tx.query(`set local citus.override_table_visibility = off`);
  const { rows } = await tx.query<{ statement: string }>(aligning, [
    schema,
    views.map(({ name }) => name),
    views.map(({ shard }) => shard),
  ]);
  for (const { statement } of rows) await tx.query(statement);
}

/** A view has been made, or a right on its table granted or taken away: the differences. */
const aligning = `
  with views as (
    select format('%I.%I', $1::text, name) as name, format('%I.%I', $1::text, name)::regclass as view, shard::regclass as shard
    from unnest($2::text[], $3::text[]) as v (name, shard)
  ),
  wanted as (
    select v.name, a.grantee, a.privilege_type as may from views v join pg_class c on c.oid = v.shard, aclexplode(c.relacl) a
    where a.grantee not in (0, c.relowner) and a.privilege_type in ('SELECT', 'INSERT', 'UPDATE', 'DELETE')
  ),
  given as (
    select v.name, a.grantee, a.privilege_type as may from views v join pg_class c on c.oid = v.view, aclexplode(c.relacl) a
    where a.grantee <> c.relowner
  ),
  entering as (select distinct grantee from wanted)
  select format('revoke %s on %s from %s', may, name, grantee::regrole) as statement from (table given except table wanted) g
  union all
  select format('grant %s on %s to %s', may, name, grantee::regrole) from (table wanted except table given) w
  union all
  select format('grant usage on schema %I to %s', $1::text, grantee::regrole) from entering
  union all
  select format('grant usage on all sequences in schema %I to %s', $1::text, grantee::regrole) from entering
  -- What is revoked comes first.
  order by 1 desc`;
