/** The tables of a cell are those that the migrations made. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { cellOfId } from '../../src/platform/cells/cell-ids.ts';
import { spreadTables } from '../../src/platform/cells/spread-tables.ts';
import {
  cellSequences,
  cellTables,
  centreTables,
  everywhereTables,
} from '../../src/platform/cells/table-classes.ts';
import { openDatabase, transaction } from '../../src/platform/database/database.ts';
import { migratedDatabase } from '../support/migrated-database.ts';

/** All that a table has, without the name of its schema and where its ids begin. */
const structure = `
  select c.relname as name, c.reloptions::text as options,
    (select array_agg(format('%s %s %s %s %s', attname, format_type(atttypid, atttypmod), attnotnull, attidentity,
                             pg_get_expr(d.adbin, d.adrelid)) order by attname)
     from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = c.oid and attnum > 0 and not attisdropped)::text as columns,
    (select array_agg(format('%s %s', conname, replace(pg_get_constraintdef(oid), $1 || '.', '')) order by conname)
     from pg_constraint where conrelid = c.oid and contype <> 'n')::text as constraints,
    (select array_agg(replace(pg_get_indexdef(indexrelid), $1 || '.', '') order by indexrelid::regclass::text)
     from pg_index where indrelid = c.oid)::text as indexes
  from pg_class c where c.relkind = 'r' and c.relnamespace = $1::regnamespace and c.relname = any($2::text[]) order by 1`;

test('each table has a class', async () => {
  await using database = await migratedDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const { rows: sequences } = await client.query<{ name: string }>(
    `select relname as name from pg_class c where relkind = 'S' and relnamespace = 'public'::regnamespace
     and not exists (select from pg_depend where objid = c.oid and deptype in ('i', 'a')) order by 1`,
  );
  await client.end();
  assert.deepEqual(
    rows.map(({ name }) => name),
    [...cellTables, ...everywhereTables, ...centreTables].toSorted(),
  );
  assert.deepEqual(
    sequences.map(({ name }) => name),
    cellSequences,
  );
});

test('each cell gets the tables as they were, and ids that end with its number', async () => {
  await using database = await migratedDatabase();
  const db = openDatabase(database.url, { connections: 1, name: 'spread' });
  const before = await db.query(structure, ['public', cellTables]);
  await transaction(db, (tx) => spreadTables(tx, 3));
  for (const schema of ['cell_1', 'cell_2', 'cell_3'])
    assert.deepEqual((await db.query(structure, [schema, cellTables])).rows, before.rows, schema);
  assert.deepEqual((await db.query(structure, ['public', cellTables])).rows, []);
  const { rows } = await db.query<{ cell: number; least: number; next: number }>(
    `select replace(schemaname, 'cell_', '')::integer as cell, increment_by as least, start_value as next
     from pg_sequences where schemaname like 'cell\\_%'`,
  );
  assert.ok(rows.length > 3 * 10);
  for (const { cell, least, next } of rows) assert.deepEqual([cellOfId(next), least], [cell, 100]);
  const { rows: first } = await db.query<{ id: number }>(
    `select nextval('cell_2.order_ids') as id union all select nextval('cell_2.order_ids')`,
  );
  assert.deepEqual(
    first.map(({ id }) => id),
    [10000002, 10000102],
  );
  await db.end();
});

test('an installation with rows is not spread', async () => {
  await using database = await migratedDatabase();
  const db = openDatabase(database.url, { connections: 1, name: 'spread' });
  await db.query(`insert into accounts (client_id, kind) values (1, 'funds')`).catch(async () => {
    await db.query(
      `insert into idempotency (client_id, uuid, parameters, request_id) values (1, 'a', '', 1)`,
    );
  });
  await assert.rejects(
    transaction(db, (tx) => spreadTables(tx, 3)),
    /Only an empty installation can be spread/,
  );
  assert.equal((await db.query(`select 1 from cells`)).rowCount, 0);
  await db.end();
});
