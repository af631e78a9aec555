/** What each node of a cluster has of its own, so that programs enter its cells without Citus in between. */
import { schemaOf } from './cell-ids.ts';
import {
  addressOf,
  openDatabase,
  transaction,
  type Database,
  type Sql,
  type Tx,
} from '../database/database.ts';
import { commandLimits } from '../database/database-limits.ts';
import { changedViews, makeView, type ShardView } from './shard-views.ts';
import { addressAt, readNodes, type Node } from './nodes.ts';

/** The schema of views over the tables of a cell, at its node. */
export const entryOf = (cell: number): string => `${schemaOf(cell)}_here`;

/** The schema of views over the node's copies of the tables that are everywhere. */
export const everywhereHere = 'everywhere_here';

/** The schema of views over the tables of the centre, at the coordinator. */
const centreHere = 'centre_here';

/** Makes what is missing at each server, and takes away the entries of cells that are elsewhere. `db` is of the coordinator. */
export async function prepareNodes(db: Database): Promise<void> {
  const [nodes, plan] = await Promise.all([readNodes(db), readPlan(db)]);
  await transaction(db, (tx) => makeCentre(tx, plan.centre));
  await Promise.all(
    nodes.map((node) =>
      atNode(db, node, async (there) => {
        await transaction(there, async (tx) => {
          await ofOneServer(tx);
          await drawIdsAtCentre(tx);
          await makeEverywhere(tx, plan.everywhere);
          for (const cell of node.cells) await makeEntry(tx, cell, plan);
          await dropEntries(tx, node.cells);
        });
      }),
    ),
  );
}

const ofOneServer = (tx: Tx): Promise<unknown> => tx.query(`set local citus.enable_ddl_propagation = off`);

/** Whoever comes to the coordinator finds the views: statements of the centre are those of one server, except what writes the catalogue. */
async function makeCentre(tx: Tx, views: ShardView[]): Promise<void> {
  await ofOneServer(tx);
  await tx.query(`create schema if not exists ${centreHere}`);
  for (const view of await changedViews(tx, centreHere, views))
    await makeView(tx, centreHere, view, 'public');
  const { rows } = await tx.query<{ name: string }>(`select quote_ident(current_database()) as name`);
  await tx.query(`alter database ${rows[0]?.name} set search_path = ${centreHere}, public`);
}

/** Opens a node for a moment. */
async function atNode<Result>(
  db: Database,
  node: Node,
  work: (there: Database) => Promise<Result>,
): Promise<Result> {
  const there = openDatabase(addressAt(addressOf(db), node), {
    connections: 1,
    name: 'facevalue cluster',
    limits: commandLimits,
  });
  try {
    return await work(there);
  } finally {
    await there.end();
  }
}

interface Plan {
  centre: ShardView[];
  ofCells: ShardView[];
  everywhere: ShardView[];
  sequences: { cell: number; name: string; start: string; step: string }[];
}

/** One table of a schema is one shard. */
async function readPlan(db: Sql): Promise<Plan> {
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

async function makeEntry(tx: Tx, cell: number, plan: Plan): Promise<void> {
  const entry = entryOf(cell);
  await tx.query(`create schema if not exists ${entry}`);
  for (const { name, start, step } of plan.sequences.filter((sequence) => sequence.cell === cell))
    await tx.query(`create sequence if not exists ${entry}.${name} increment ${step} start ${start}`);
  for (const view of await changedViews(
    tx,
    entry,
    plan.ofCells.filter((one) => one.cell === cell),
  ))
    await makeView(tx, entry, view, entry);
}

/** Whoever wrote to one copy would make the copies differ. */
async function makeEverywhere(tx: Tx, views: ShardView[]): Promise<void> {
  await tx.query(`create schema if not exists ${everywhereHere}`);
  await tx.query(
    `create or replace function ${everywhereHere}.refuse_writing() returns trigger language plpgsql
     as $$ begin raise exception 'it is written at the centre'; end $$`,
  );
  for (const view of await changedViews(tx, everywhereHere, views)) {
    await makeView(tx, everywhereHere, view, null);
    await tx.query(
      `create trigger read_only instead of insert or update or delete on ${everywhereHere}.${view.name}
       for each row execute function ${everywhereHere}.refuse_writing()`,
    );
  }
}

async function dropEntries(tx: Tx, kept: readonly number[]): Promise<void> {
  const { rows } = await tx.query<{ cell: number }>(
    `select (regexp_match(nspname, '^cell_([0-9]+)_here$'))[1]::integer as cell from pg_namespace where nspname ~ '^cell_[0-9]+_here$'`,
  );
  for (const { cell } of rows.filter((entry) => !kept.includes(entry.cell)))
    await tx.query(`drop schema ${entryOf(cell)} cascade`);
}

/** The ranges that Citus gives to each node leave the 15 digits of an id, and do not follow each other in time. */
async function drawIdsAtCentre(tx: Tx): Promise<void> {
  await tx.query(
    `create or replace function public.draw_at_centre(sequence text) returns bigint language sql volatile
     as $$ select result::bigint from run_command_on_coordinator(format('select nextval(%L)', sequence)) $$`,
  );
  const { rows } = await tx.query<{ table: string; column: string }>(
    `select c.relname as table, attname as column from pg_attribute join pg_class c on c.oid = attrelid
     join pg_dist_partition on logicalrelid = c.oid
     where relnamespace = 'public'::regnamespace and attidentity <> ''`,
  );
  for (const { table, column } of rows) {
    await tx.query(`alter table public.${table} alter column ${column} drop identity`);
    await tx.query(
      `alter table public.${table} alter column ${column} set default public.draw_at_centre('public.${table}_${column}_seq')`,
    );
  }
}
