/** What the servers of a cluster are to show of the tables that Citus keeps on them. */
import type { Sql } from '../database/database.ts';
import type { ShardView } from './shard-views.ts';

export interface Plan {
  centre: ShardView[];
  ofCells: ShardView[];
  everywhere: ShardView[];
  /** Sequences of the ids in cells. */
  sequences: CellSequence[];
}

export interface CellSequence {
  cell: number;
  name: string;
  start: string;
  step: string;
}

/** One table of a schema is one shard. */
export async function readPlan(db: Sql): Promise<Plan> {
  const { rows: shards } = await db.query<ShardView & { isEverywhere: boolean }>(
    `select p.repmodel = 't' as "isEverywhere", t.relname as name, format('%I.%I', n.nspname, t.relname || '_' || shardid) as shard,
       coalesce(substring(n.nspname from '^cell_([0-9]+)$')::integer, 0) as cell,
       array(select attname::text from pg_attribute where attrelid = t.oid and attnum > 0 and not attisdropped order by attnum) as columns,
       (select attname::text from pg_attribute where attrelid = t.oid and attidentity <> '' limit 1) as identity
     from pg_dist_shard join pg_dist_partition p using (logicalrelid)
     join pg_class t on t.oid = logicalrelid join pg_namespace n on n.oid = relnamespace
     where n.nspname ~ '^cell_[0-9]+$' or n.nspname = 'public' order by n.nspname, t.relname`,
  );
  const { rows: sequences } = await db.query<Plan['sequences'][number]>(
    `select substring(schemaname from 6)::integer as cell, sequencename::text as name, start_value::text as start, increment_by::text as step
     from pg_sequences where schemaname ~ '^cell_[0-9]+$'`,
  );
  return {
    ofCells: shards.filter(({ cell }) => cell > 0),
    everywhere: shards.filter(({ cell, isEverywhere }) => cell === 0 && isEverywhere),
    centre: shards.filter(({ cell, isEverywhere }) => cell === 0 && !isEverywhere),
    sequences,
  };
}
