/** Lays the tables of an empty installation into cells (docs/decisions/0077). */
import type { Sql, Tx } from '../database/database.ts';
import { cellStep, firstId, schemaOf } from './cell-ids.ts';
import { cellSequences, cellTables } from './table-classes.ts';

/** Makes the cells 1 to `cells`, each with its own set of the cells' tables, and drops the common set. Throws if a table has rows. */
export async function spreadTables(tx: Tx, cells: number): Promise<void> {
  await refuseRows(tx);
  const forms = await readDefinitions(tx);
  for (let cell = 1; cell <= cells; cell += 1) await makeCell(tx, cell, forms);
  await openForUse(tx, cells);
}

/** Makes the schema of a cell with its tables. */
export async function makeCell(tx: Tx, cell: number, forms: readonly string[]): Promise<void> {
  await tx.query(`create schema ${schemaOf(cell)}`);
  for (const form of forms) await tx.query(inCell(form, cell));
}

/** From now on the installation has cells: there is no common set of their tables any more. */
export async function openForUse(tx: Tx, cells: number): Promise<void> {
  await tx.query(`drop table ${cellTables.map((table) => `public.${table}`).join(', ')}`);
  await tx.query(`drop sequence ${cellSequences.map((sequence) => `public.${sequence}`).join(', ')}`);
  await tx.query(`alter table public.brands alter column limits_dealt set default true`);
  await tx.query(`update public.brands set limits_dealt = true`);
  await tx.query(`insert into cells (cell) select generate_series(1, $1::integer)`, [cells]);
}

/** The cells of the installation; none if all its tables lie together. */
export async function readCells(db: Sql): Promise<number[]> {
  const { rows } = await db.query<{ cell: number }>(`select cell from cells order by cell`);
  return rows.map(({ cell }) => cell);
}

export async function refuseRows(tx: Sql): Promise<void> {
  for (const table of cellTables) {
    const { rows } = await tx.query(`select 1 from public.${table} limit 1`);
    if (rows.length > 0) throw new Error(`Only an empty installation can be spread: ${table} has rows.`);
  }
}

/** A statement of one cell: its schema stands for `{schema}`, its first id from a number on for `{id:NUMBER}`. */
const inCell = (form: string, cell: number): string =>
  form
    .replaceAll('{schema}', schemaOf(cell))
    .replaceAll(/\{id:(\d+)\}/g, (_whole, least: string) => String(firstId(cell, Number(least))));

/** The statements that make the tables as the migrations have made them, each for itself. */
export async function readDefinitions(tx: Sql): Promise<string[]> {
  const { rows } = await tx.query<{ statement: string }>(definitions, [cellTables, cellSequences, cellStep]);
  return rows.map(({ statement }) => statement);
}

/** `like` would give indexes other names and leave out storage settings and foreign keys, so these are made apart. */
const definitions = `
  with of_cells as (
    select c.oid, c.relname as name, c.reloptions as options
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relname = any($1::text[])
  ),
  statements (step, name, statement) as (
    select 1, sequencename::text,
           format('create sequence {schema}.%I increment %s start {id:%s}', sequencename, $3::integer, start_value)
    from pg_sequences where schemaname = 'public' and sequencename = any($2::text[])
    union all
    select 2, name,
           format('create table {schema}.%I (like public.%I including all excluding indexes excluding identity)%s', name, name,
                  coalesce(' with (' || array_to_string(options, ', ') || ')', ''))
    from of_cells
    union all
    select 3, t.name, format('alter table {schema}.%I alter column %I add generated %s as identity (increment %s start {id:%s})',
           t.name, a.attname, case a.attidentity when 'a' then 'always' else 'by default' end, $3::integer,
           (select seqstart from pg_sequence where seqrelid = pg_get_serial_sequence(format('public.%I', t.name), a.attname)::regclass))
    from of_cells t join pg_attribute a on a.attrelid = t.oid and a.attidentity <> ''
    union all
    select 4, t.name, format('alter table {schema}.%I add constraint %I %s', t.name, c.conname, pg_get_constraintdef(c.oid))
    from of_cells t join pg_constraint c on c.conrelid = t.oid and c.contype in ('p', 'u')
    union all
    select 5, t.name, replace(pg_get_indexdef(i.indexrelid), ' ON public.', ' ON {schema}.')
    from of_cells t join pg_index i on i.indrelid = t.oid
    where not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid and c.conrelid = t.oid)
    union all
    select 6, t.name, format('alter table {schema}.%I add constraint %I %s', t.name, c.conname,
                             replace(pg_get_constraintdef(c.oid), 'REFERENCES ' || f.name, 'REFERENCES {schema}.' || f.name))
    from of_cells t join pg_constraint c on c.conrelid = t.oid and c.contype = 'f' join of_cells f on f.oid = c.confrelid
  )
  select statement from statements order by step, name, statement`;
