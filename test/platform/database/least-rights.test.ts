import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { migrate } from '../../../src/platform/migrations/migrate.ts';
import { openDatabase, type Sql } from '../../../src/platform/database/database.ts';
import { grantRights } from '../../../src/upkeep/setup/grants.ts';
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

test('production refuses a database that is not up to date, until facevalue upgrade', async () => {
  const database = await createTestDatabase(() => Promise.resolve(), 'empty-database');
  try {
    const inside = { ...settings, DATABASE_URL: database.url };
    for (const args of [['serve'], ['work'], ['start'], ['client', 'list']]) {
      const ran = await runMain(args, inside);
      assert.equal(ran.code, 1, args.join(' '));
      assert.match(
        ran.err,
        /^The database is not up to date \(.*0201-platform\.sql\): run facevalue upgrade.*\n$/,
      );
    }
    const onlyDatabase = { NODE_ENV: 'production', DATABASE_URL: database.url };
    const first = await runMain(['upgrade', '--json'], onlyDatabase);
    assert.equal(first.code, 0, first.err);
    assert.ok(JSON.parse(first.out).applied.includes('0201-platform.sql'));
    const again = await runMain(['migrate', '--json'], onlyDatabase);
    assert.deepEqual(JSON.parse(again.out), { applied: [] });
    assert.equal((await runMain(['client', 'list'], inside)).code, 0);
  } finally {
    await database.drop();
  }
});

test(
  'serve and work have roles that may do what they must, and no more',
  { timeout: patienceMs * 2 },
  async () => {
    const database = await createTestDatabase(() => Promise.resolve(), 'empty-database');
    const name = randomBytes(6).toString('hex');
    const roles = { serve: `serve_${name}`, work: `work_${name}` };
    const owner = openDatabase(database.url, { connections: 1, name: 'facevalue test owner' });
    try {
      await migrate(owner, new Date());
      for (const role of Object.values(roles))
        await owner.query(`create role ${role} login password 'secret'`);
      const grant = ['grants', '--serve', roles.serve, '--work', roles.work];
      const granted = await runMain([...grant, '--apply'], { DATABASE_URL: database.url });
      assert.equal(granted.code, 0, granted.err);
      // As if the version that still runs needed it, and this one did not.
      await owner.query(`grant select on mailbox_folders to ${roles.serve}`);
      const keepsFormer = async (...more: string[]): Promise<boolean> => {
        const again = await runMain([...grant, '--apply', ...more], { DATABASE_URL: database.url });
        assert.equal(again.code, 0, again.err);
        const { rows } = await owner.query<{ may: boolean }>(
          `select has_table_privilege('${roles.serve}', 'mailbox_folders', 'select') as may`,
        );
        return rows[0]?.may === true;
      };
      assert.equal(await keepsFormer(), true, 'during an upgrade both versions have their rights');
      assert.equal(await keepsFormer('--prune'), false, 'after it the least again');
      for (const role of Object.values(roles))
        assert.deepEqual(await changedColumns(owner, role), ['code_readings.address'], role);
      const as = (role: string): Record<string, string> => {
        const url = new URL(database.url);
        [url.username, url.password] = [role, 'secret'];
        return { ...settings, DATABASE_URL: url.href };
      };
      const inside = as(roles.serve);
      // The first start seals the data keys: that too has to be within its rights.
      assert.equal((await runMain(['client', 'list'], inside)).code, 0);
      for (const [kind, role] of Object.entries(roles) as [keyof typeof roles, string][]) {
        const examined = await runMain(['doctor', '--json'], as(role));
        const { checks } = JSON.parse(examined.out) as {
          checks: { name: string; lines: { is: string }[] }[];
        };
        assert.deepEqual(
          checks.find((check) => check.name === 'role')?.lines.map(({ is }) => is),
          ['role-ok'],
        );
        await assertDenied(as(role)['DATABASE_URL'] ?? '', [...forbidden, ...foreignWork[kind]]);
      }
      {
        await using world = await shopWorld(database.url);
        const serve = await world.start('serve', inside);
        await world.start('work', { ...as(roles.work), FACEVALUE_SMTP_URL: world.mail.url });
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
      await owner.query(`revoke select on stock from ${roles.serve}, ${roles.work}`);
      const lacking = await runMain(['doctor', '--json'], inside);
      assert.match(lacking.out, /role-lacks/);
    } finally {
      for (const role of Object.values(roles)) await owner.query(`drop owned by ${role}; drop role ${role}`);
      await owner.end();
      await database.drop();
    }
  },
);

/** What neither role may do, whoever gets hold of its password. */
const forbidden = [
  'create table public.foreign_table (id integer)',
  'drop table requests',
  'alter table codes add column stolen text',
  'truncate transfers',
  'delete from transfers',
  'update transfers set amount_kopecks = 1',
  'delete from audit',
  'update audit set act = act',
  'delete from codes',
  'delete from certificates',
  'delete from requests',
  'delete from clients',
  'delete from code_readings',
  'update code_readings set at = now()',
  'update code_readings set reader = reader',
  'delete from sealing_keys',
  'update sealing_keys set sealed_key = sealed_key',
  'update sealing_keys set unused_since = now()',
  'delete from migrations',
];

/** What only the other one has to do with. */
const foreignWork = {
  serve: [
    'select from mailbox_folders',
    'select from weekly_reports',
    'select from sealed_days',
    'insert into exchange_attempts default values',
    'insert into callback_attempts default values',
    'insert into alerts default values',
  ],
  work: [
    'select from passkeys',
    'select from recovery_codes',
    'select from master_key_backups',
    'select from top_up_requests',
    'select from questionnaire_files',
    'insert into clients default values',
    'insert into client_keys default values',
    'insert into persons default values',
    'insert into memberships default values',
    'insert into till_sessions default values',
  ],
} satisfies Record<string, string[]>;

/** What a role may change of the keys and of the record of openings. */
async function changedColumns(owner: Sql, role: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.column_privileges
     where grantee = $1 and privilege_type = 'UPDATE' and table_name in ('sealing_keys', 'code_readings') order by 1`,
    [role],
  );
  return rows.map(({ name }) => name);
}

async function assertDenied(url: string, statements: string[]): Promise<void> {
  const db = openDatabase(url, { connections: 1, name: 'facevalue test role' });
  try {
    for (const statement of statements)
      await assert.rejects(db.query(statement), /permission denied|must be owner/, statement);
  } finally {
    await db.end();
  }
}

test('granting holds no transaction while the sources are read', async () => {
  const database = await createTestDatabase(() => Promise.resolve(), 'empty-database');
  const role = `serve_${randomBytes(6).toString('hex')}`;
  const owner = openDatabase(database.url, { connections: 1, name: 'facevalue test owner' });
  const mayInsert = async (): Promise<boolean> => {
    const { rows } = await owner.query<{ may: boolean }>(
      `select has_table_privilege($1, 'requests', 'insert') as may`,
      [role],
    );
    return rows[0]?.may === true;
  };
  try {
    await migrate(owner, new Date());
    await owner.query(`create role ${role}`);
    const granting = grantRights(owner, { serve: role, work: role }, false);
    // There is one connection: within a transaction it would answer only once all is granted.
    assert.equal(await mayInsert(), false);
    await granting;
    assert.equal(await mayInsert(), true);
  } finally {
    await owner.query(`drop owned by ${role}; drop role ${role}`);
    await owner.end();
    await database.drop();
  }
});
