/** What each node of a cluster has of its own, so that programs enter its cells without Citus in between. */
import { schemaOf } from './cell-ids.ts';
import { transaction, type Database, type Tx } from '../database/database.ts';
import { readPlan, type Plan } from './node-plan.ts';
import { atNode, readNodes, type Node } from './nodes.ts';
import { makeSequences, readPositions, type Positions } from './node-sequences.ts';
import { changedViews, makeView, type ShardView } from './shard-views.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { alignRights } from './view-rights.ts';

/** The schema of views over the tables of a cell, at its node. */
export const entryOf = (cell: number): string => `${schemaOf(cell)}_here`;

/** Where the views of a cell were that is leaving the node. */
const closedOf = (cell: number): string => `${schemaOf(cell)}_closed`;

/** The schema of views over the node's copies of the tables that are everywhere. */
export const everywhereHere = 'everywhere_here';

/** The schema of views over the tables of the centre, at the coordinator. */
export const centreHere = 'centre_here';

/**
 * Makes what is missing at each server, gives it the rights that roles have on the tables, and takes away the entries of cells
 * that are elsewhere. Whatever was killed while it changed the cluster, this makes it whole. `db` is of the coordinator.
 */
export const prepareNodes = (db: Database): Promise<void> => oneAtATime(db, () => makeWhole(db));

/** For `oneAtATime`. */
export async function makeWhole(db: Database): Promise<void> {
  const [nodes, plan] = await Promise.all([readNodes(db), readPlan(db)]);
  await transaction(db, (tx) => makeCentre(tx, plan.centre));
  const positions = await readPositions(db, nodes);
  await Promise.all(
    nodes.map((node) =>
      atNode(db, node, (there) =>
        transaction(there, async (tx) => {
          await ofOneServer(tx);
          await drawIdsAtCentre(tx);
          await makeEverywhere(tx, plan.everywhere);
          for (const cell of node.cells) await makeEntry(tx, cell, plan, positions);
        }),
      ),
    ),
  );
  // Only now: the ids of a cell that has moved go on where those of its former entry end.
  await Promise.all(
    nodes.map((node) => atNode(db, node, (there) => transaction(there, (tx) => dropEntries(tx, node.cells)))),
  );
}

export const ofOneServer = (tx: Tx): Promise<unknown> =>
  tx.query(`set local citus.enable_ddl_propagation = off`);

/** Whoever comes to the coordinator finds the views: statements of the centre are those of one server, except what writes the catalogue. */
async function makeCentre(tx: Tx, views: ShardView[]): Promise<void> {
  await ofOneServer(tx);
  await tx.query(`create schema if not exists ${centreHere}`);
  // What a cell inserts there by a select draws its ids there.
  await tx.query(drawFunction(`select nextval(sequence::regclass)`));
  for (const view of await changedViews(tx, centreHere, views))
    await makeView(tx, centreHere, view, 'public');
  await alignRights(tx, centreHere, views);
  const { rows } = await tx.query<{ name: string }>(`select quote_ident(current_database()) as name`);
  await tx.query(`alter database ${rows[0]?.name} set search_path = ${centreHere}, public`);
}

async function makeEntry(tx: Tx, cell: number, plan: Plan, positions: Positions): Promise<void> {
  const entry = entryOf(cell);
  const views = plan.ofCells.filter((view) => view.cell === cell);
  await tx.query(`create schema if not exists ${entry}`);
  const sequences = plan.sequences.filter((sequence) => sequence.cell === cell);
  await makeSequences(tx, entry, sequences, positions);
  for (const view of await changedViews(tx, entry, views)) await makeView(tx, entry, view, entry);
  await alignRights(tx, entry, views);
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
  await alignRights(tx, everywhereHere, views);
}

/**
 * From the first step on no statement begins in the cell, and with the second all that had begun have ended. Its sequences stay,
 * for its next entry.
 */
export async function closeEntry(db: Database, node: Node, cell: number): Promise<void> {
  await atNode(db, node, async (there) => {
    await transaction(there, async (tx) => {
      await ofOneServer(tx);
      await tx.query(`alter schema ${entryOf(cell)} rename to ${closedOf(cell)}`);
    });
    await transaction(there, async (tx) => {
      await ofOneServer(tx);
      const { rows } = await tx.query<{ views: string }>(
        `select string_agg(format('%I.%I', schemaname, viewname), ', ') as views from pg_views where schemaname = $1`,
        [closedOf(cell)],
      );
      await tx.query(`drop view ${rows[0]?.views}`);
    });
  });
}

async function dropEntries(tx: Tx, kept: readonly number[]): Promise<void> {
  await ofOneServer(tx);
  const { rows } = await tx.query<{ schema: string }>(
    `select nspname as schema from pg_namespace
     where nspname ~ '^cell_[0-9]+_(here|closed)$' and nspname <> all($1::text[])`,
    [kept.map(entryOf)],
  );
  for (const { schema } of rows) await tx.query(`drop schema ${schema} cascade`);
}

const drawFunction = (draws: string): string =>
  `create or replace function public.draw_at_centre(sequence text) returns bigint language sql volatile as $$ ${draws} $$`;

/** The ranges that Citus gives to each node leave the 15 digits of an id, and do not follow each other in time. */
async function drawIdsAtCentre(tx: Tx): Promise<void> {
  await tx.query(
    drawFunction(
      `select result::bigint from run_command_on_coordinator(format('select nextval(%L)', sequence))`,
    ),
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
