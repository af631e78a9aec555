import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { migrate } from '../../../src/platform/database/migrate.ts';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { createTestDatabase } from '../../support/test-cluster.ts';
import { runMain } from '../../support/run-main.ts';
import { shopWorld } from './shop-world.ts';

const settings = {
  NODE_ENV: 'production',
  FACEVALUE_BASE_URL: 'http://127.0.0.1:8080',
  FACEVALUE_TRUSTED_PROXIES: 'none',
  FACEVALUE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  FACEVALUE_SMTP_URL: 'smtp://127.0.0.1:1',
  FACEVALUE_CALLBACK_PRIVATE: '1',
};

const patienceMs = 120_000;

test('production refuses a database that is not up to date, until facevalue migrate', async () => {
  const database = await createTestDatabase(() => Promise.resolve(), 'empty-database');
  try {
    const inside = { ...settings, DATABASE_URL: database.url };
    for (const args of [['serve'], ['work'], ['start'], ['client', 'list']]) {
      const ran = await runMain(args, inside);
      assert.equal(ran.code, 1, args.join(' '));
      assert.match(
        ran.err,
        /^The database is not up to date \(.*0001-platform\.sql\): run facevalue migrate.*\n$/,
      );
    }
    const onlyDatabase = { NODE_ENV: 'production', DATABASE_URL: database.url };
    const first = await runMain(['migrate', '--json'], onlyDatabase);
    assert.equal(first.code, 0, first.err);
    assert.ok(JSON.parse(first.out).applied.includes('0001-platform.sql'));
    const again = await runMain(['migrate', '--json'], onlyDatabase);
    assert.deepEqual(JSON.parse(again.out), { applied: [] });
    assert.equal((await runMain(['client', 'list'], inside)).code, 0);
  } finally {
    await database.drop();
  }
});

test('serve and work need no right to change the schema', { timeout: patienceMs * 2 }, async () => {
  const database = await createTestDatabase(() => Promise.resolve(), 'empty-database');
  const role = `app_${randomBytes(6).toString('hex')}`;
  const owner = openDatabase(database.url, { connections: 1, name: 'facevalue test owner' });
  try {
    await migrate(owner, new Date());
    await owner.query(`
      create role ${role} login password 'secret';
      grant usage on schema public to ${role};
      grant select, insert, update, delete on all tables in schema public to ${role};
      grant usage on all sequences in schema public to ${role}`);
    const url = new URL(database.url);
    [url.username, url.password] = [role, 'secret'];
    // The first start seals the data keys: that too has to be within its rights.
    const inside = { ...settings, DATABASE_URL: url.href };
    assert.equal((await runMain(['client', 'list'], inside)).code, 0);
    await assert.rejects(createTable(url.href), /permission denied for schema public/);
    {
      await using world = await shopWorld(database.url);
      const serve = await world.start('serve', inside);
      await world.start('work', { ...inside, FACEVALUE_SMTP_URL: world.mail.url });
      const stop = new AbortController();
      const placing = world.placeStubbornly(serve, { lanes: 4, signal: stop.signal });
      const deadline = performance.now() + patienceMs;
      while (world.accepted.size < 40 && performance.now() < deadline)
        await new Promise((resolve) => setTimeout(resolve, 50));
      stop.abort();
      await placing;
      assert.ok(world.accepted.size >= 40, `${world.accepted.size} orders were accepted`);
      await world.assertWhole();
    }
    assert.equal((await runMain(['verify'], inside)).code, 0);
  } finally {
    await owner.query(`drop owned by ${role}; drop role ${role}`);
    await owner.end();
    await database.drop();
  }
});

async function createTable(url: string): Promise<void> {
  const db = openDatabase(url, { connections: 1, name: 'facevalue test role' });
  try {
    await db.query(`create table public.foreign_table (id integer)`);
  } finally {
    await db.end();
  }
}
