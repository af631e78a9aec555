/** What the doctor finds of the database's past: a copy that was put back, transactions that never end. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { checkDatabase } from '../../../src/upkeep/setup/check-database.ts';
import { checkHeartbeat } from '../../../src/upkeep/setup/check-heartbeat.ts';
import { examineConfig } from '../../../src/platform/settings/config.ts';
import type { Environment } from '../../../src/platform/settings/environment.ts';
import { oldestSnapshot } from '../../../src/platform/database/oldest-snapshot.ts';
import { migratedDatabase, type MigratedDatabase } from '../../support/migrated-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'facevalue-doctor-'));
let world: MigratedDatabase;

before(async () => {
  world = await migratedDatabase();
});
after(async () => {
  await world[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

async function found(env: Environment = {}): Promise<string[]> {
  const { config } = examineConfig({ FACEVALUE_DATA: folder, ...env });
  return (await checkHeartbeat(config, () => world.db, world.now)).map(({ is }) => is);
}

test('the heartbeat: unset, absent, unreadable, of another database, behind, old, near', async () => {
  const file = join(folder, 'heartbeat');
  const look = () => found({ FACEVALUE_HEARTBEAT_FILE: file, DATABASE_URL: world.url });
  const installation = '7d0c1b9c-51a5-4d7a-9b6e-2f6f0a9b6a11';
  const write = (beat: number): void => {
    writeFileSync(file, JSON.stringify({ facevalue_heartbeat: 1, installation, beat }));
    utimesSync(file, world.now, world.now);
  };
  assert.deepEqual(await found(), ['heartbeat-unset']);
  assert.deepEqual(await look(), ['heartbeat-absent']);
  writeFileSync(file, '');
  assert.deepEqual(await look(), ['heartbeat-unreadable']);
  write(7);
  assert.deepEqual(await look(), ['heartbeat-other']);
  await world.db.query(
    `insert into database_history (id, system_id, timeline, synchronous, seen_at, installation, beat)
     values (1, '1', 1, false, clock_timestamp(), $1, 7)
     on conflict (id) do update set installation = excluded.installation, beat = 7, seen_at = excluded.seen_at`,
    [installation],
  );
  assert.deepEqual(await look(), ['heartbeat-ok']);
  assert.deepEqual(await found({ FACEVALUE_HEARTBEAT_FILE: file }), ['heartbeat-ok', 'heartbeat-near']);
  write(8);
  assert.deepEqual(await look(), ['heartbeat-behind']);
  write(6);
  utimesSync(file, 0, 0);
  assert.deepEqual(await look(), ['heartbeat-old']);
});

test('a transaction that goes on is named, with its program and what it does', async () => {
  const other = new Client({ connectionString: world.url, application_name: 'a long report' });
  await other.connect();
  try {
    const quiet = await checkDatabase(world.db, false, 0);
    assert.ok(quiet.every(({ is }) => is !== 'snapshot-old'));
    await other.query('begin isolation level repeatable read');
    const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid from clients');
    assert.equal(rows.length, 0);
    const oldest = await oldestSnapshot(world.db);
    assert.equal(oldest?.name, 'a long report');
    assert.equal(oldest.state, 'idle in transaction');
    const findings = await checkDatabase(world.db, false, 0);
    assert.equal(findings.find(({ is }) => is === 'snapshot-old')?.is, 'snapshot-old');
    assert.ok(
      (await checkDatabase(world.db, false)).every(({ is }) => is !== 'snapshot-old'),
      'not yet',
    );
  } finally {
    await other.end();
  }
});
