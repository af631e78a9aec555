import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openContext } from '../../src/open-context.ts';
import { readConfig } from '../../src/platform/settings/config.ts';
import { insertion } from '../../src/platform/database/rows.ts';
import { masterKey, migratedDatabase } from '../support/migrated-database.ts';

const notes = insertion('notes', { id: 'bigint', note: 'text' }, { at: 'timestamptz' });
const at = new Date('2026-11-21T09:00:00Z');
const rows = [
  { id: 1, note: 'a "quoted" \\ word' },
  { id: 2, note: null },
];

/** The names that the server knows after rows were written and read in one transaction. */
async function namesOnServer(prepare: '0' | '1'): Promise<number> {
  await using world = await migratedDatabase();
  const dataFolder = mkdtempSync(join(tmpdir(), 'facevalue-prepare-'));
  const config = readConfig({ FACEVALUE_DATA: dataFolder, FACEVALUE_DATABASE_PREPARE: prepare });
  const ctx = await openContext({ ...config, masterKey }, { databaseUrl: world.url, name: 'facevalue test' });
  const connection = await ctx.db.connect();
  try {
    await connection.query('create temporary table notes (id bigint, note text, at timestamptz)');
    await notes.into(connection, rows, { at });
    const read = await connection.query('select * from notes where id = any($1::bigint[]) order by id', [
      [1, 2],
    ]);
    assert.deepEqual(
      read.rows,
      rows.map((row) => ({ ...row, at })),
    );
    const { rows: counted } = await connection.query<{ names: number }>(
      `select count(*)::integer as names from pg_prepared_statements where statement like '%notes%'`,
    );
    return counted[0]?.names ?? -1;
  } finally {
    connection.release();
    await ctx.close();
    rmSync(dataFolder, { recursive: true });
  }
}

test('statements are prepared by name', async () => {
  assert.equal(await namesOnServer('1'), 2);
});

test('FACEVALUE_DATABASE_PREPARE=0 prepares no statements, and rows are the same', async () => {
  assert.equal(await namesOnServer('0'), 0);
});
