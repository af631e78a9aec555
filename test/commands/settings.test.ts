import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { readConfig } from '../../src/platform/settings/config.ts';
import { migratedDatabase } from '../support/migrated-database.ts';
import { testWorld } from '../support/test-world.ts';
import { runMain } from '../support/run-main.ts';
import { childEnvironment } from '../support/child-environment.ts';

const folder = mkdtempSync(join(tmpdir(), 'facevalue-settings-'));
after(() => rmSync(folder, { recursive: true }));

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://localhost/facevalue',
  FACEVALUE_BASE_URL: 'https://gifts.example',
  FACEVALUE_TRUSTED_PROXIES: 'none',
  FACEVALUE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  FACEVALUE_SMTP_URL: 'smtp://localhost:25',
};

test('start does not change a database that is not its own', async () => {
  await using world = await migratedDatabase();
  const ran = await runMain(['start'], { FACEVALUE_DATA: join(folder, 'start'), DATABASE_URL: world.url });
  assert.equal(ran.code, 1);
  assert.match(ran.err, /^DATABASE_URL names a database of your own.*FACEVALUE_DEMO_DATABASE=1.*\n$/);
  const { rows } = await world.db.query(`select from suppliers union all select from clients`);
  assert.equal(rows.length, 0);
});

test('production names all missing settings at once, and does not guess about proxies', () => {
  assert.throws(
    () => readConfig({ NODE_ENV: 'production', DATABASE_URL: 'postgres://localhost/facevalue' }),
    /^StartProblem: FACEVALUE_BASE_URL, FACEVALUE_TRUSTED_PROXIES, FACEVALUE_MASTER_KEY, FACEVALUE_SMTP_URL must be set/,
  );
  assert.equal(readConfig(production).production, true);
});

const at = (address: string) => readConfig({ ...production, FACEVALUE_BASE_URL: address });

test('production requires https, or a local address', () => {
  for (const address of ['http://gifts.example', 'http://10.0.0.5:8080', 'http://127.0.0.1.example']) {
    assert.throws(() => at(address), /FACEVALUE_BASE_URL must begin with https:/);
  }
  for (const address of [
    'http://127.0.0.1:8080',
    'http://localhost',
    'http://[::1]:8080',
    'https://a.example',
  ])
    assert.equal(at(address).baseUrl, address);
  const elsewhere = { FACEVALUE_DATA: folder, FACEVALUE_BASE_URL: 'http://gifts.example' };
  assert.equal(readConfig(elsewhere).baseUrl, 'http://gifts.example');
});

test('a command does not create a new installation in a mistyped data folder', async () => {
  const mistyped = join(folder, 'fasevalue');
  for (const args of [
    ['client', 'list'],
    ['demo', 'supplier', 'x'],
  ]) {
    const ran = await runMain(args, { FACEVALUE_DATA: mistyped });
    assert.equal(ran.code, 1, args.join(' '));
    if (args[0] !== 'demo')
      assert.ok(ran.err.startsWith(`There is no database in the data folder ${mistyped}: `));
    assert.match(ran.err, /^There is no [^\n]+\n$/);
  }
  assert.ok(!readdirSync(folder).includes('fasevalue'), 'nothing was made');
});

test('a data folder that cannot be written gives an error', async () => {
  const inTheWay = join(folder, 'file');
  writeFileSync(inTheWay, '');
  const data = join(inTheWay, 'data');
  for (const role of ['start', 'migrate']) {
    const ran = await runMain([role], { FACEVALUE_DATA: data });
    assert.equal(ran.code, 1);
    assert.ok(ran.err.startsWith(`The data folder ${data} can't be used (`), ran.err);
    assert.match(ran.err, /^[^\n]+\n$/);
  }
});

const allowed = (more: Record<string, string>) => readConfig({ ...production, ...more }).privateAddresses;

test('private addresses are allowed to callbacks, pictures and suppliers separately', () => {
  const none = { callbacks: false, pictures: false, suppliers: false, gateways: true };
  assert.deepEqual(allowed({}), none);
  assert.deepEqual(allowed({ FACEVALUE_CALLBACK_PRIVATE: '1' }), { ...none, callbacks: true });
  assert.deepEqual(allowed({ FACEVALUE_PICTURE_PRIVATE: '1' }), { ...none, pictures: true });
  assert.deepEqual(allowed({ FACEVALUE_SUPPLIER_PRIVATE: '1' }), { ...none, suppliers: true });
});

const warned = (url: string) => readConfig({ ...production, DATABASE_URL: url }).warnings.length;

test('production warns about a database over the network without TLS', () => {
  const open = ['postgres://db.example/f', 'postgres://u:p@10.0.0.5/f?sslmode=disable'];
  const fine = [
    'postgres://localhost/f',
    'postgres://127.0.0.1:5433/f',
    'postgres://u:p@db.example/f?host=/var/run/postgresql',
    'postgres://u:p@db.example/f?sslmode=verify-full',
  ];
  assert.deepEqual(open.map(warned), [1, 1]);
  assert.deepEqual(fine.map(warned), [0, 0, 0, 0]);
});

test('strict transport security is sent if the address is https', async () => {
  for (const [address, subdomains, header] of [
    ['https://gifts.example', '', 'max-age=31536000'],
    ['https://gifts.example', '1', 'max-age=31536000; includeSubDomains'],
    ['http://127.0.0.1:8080', '1', undefined],
  ] as const) {
    await using world = await testWorld({
      FACEVALUE_BASE_URL: address,
      FACEVALUE_HSTS_SUBDOMAINS: subdomains,
    });
    const answer = await world.server.inject('/till');
    assert.equal(answer.headers['strict-transport-security'], header);
  }
});

test('.env of the working directory is read, and the environment takes precedence', async () => {
  const boot = join(import.meta.dirname, '../../bin/facevalue.mjs');
  const cwd = mkdtempSync(join(folder, 'env-'));
  writeFileSync(join(cwd, '.env'), 'FACEVALUE_DATA=from-file\n');
  const run = (env: Record<string, string>) =>
    promisify(execFile)(process.execPath, [boot, 'client', 'list'], {
      cwd,
      env: { ...childEnvironment, ...env },
    }).catch((problem: { stderr: string }) => problem);
  assert.match((await run({})).stderr, /no database in the data folder \S+from-file:/);
  assert.match((await run({ FACEVALUE_DATA: 'given' })).stderr, /no database in the data folder \S+given:/);
});
