import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { dkimRecord } from '../../../src/platform/mail/dkim-record.ts';
import { settingNames } from '../../../src/platform/settings/setting-names.ts';
import { setAgreement } from '../../../src/suppliers/set-agreement.ts';
import { run } from '../../commands/run-commands.ts';
import { dnsServer } from '../../support/dns-server.ts';
import { mailSink } from '../../support/mail-sink.ts';
import { migratedDatabase } from '../../support/migrated-database.ts';
import { runMain, type Ran } from '../../support/run-main.ts';
import { createTestDatabase } from '../../support/test-cluster.ts';

const folder = mkdtempSync(join(tmpdir(), 'facevalue-doctor-'));
after(() => rmSync(folder, { recursive: true }));

interface Line {
  level: 'ok' | 'warn' | 'fail';
  is: string;
  says: string;
  todo?: string;
}

interface Answer {
  ok: number;
  warn: number;
  fail: number;
  checks: { name: string; lines: Line[] }[];
}

const said = (ran: Ran): Answer => JSON.parse(ran.out) as Answer;
const linesOf = (ran: Ran, name: string): Line[] =>
  said(ran).checks.find((check) => check.name === name)?.lines ?? [];
const found = (ran: Ran, name: string): string[] => linesOf(ran, name).map(({ is }) => is);

test('.env.example tells the settings that the doctor knows', () => {
  const example = readFileSync(join(import.meta.dirname, '../../../.env.example'), 'utf8');
  const told = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name);
  assert.deepEqual([...settingNames].toSorted(), told.toSorted());
});

test('all wrong settings are told at once, and the rest is looked at', async () => {
  const env = {
    NODE_ENV: 'production',
    FACEVALUE_BASE_URL: 'http://gifts.example',
    FACEVALUE_DRAIN_SECONDS: 'soon',
    FACEVALUE_TRUSTED_PROXIES: 'nowhere',
    FACEVALUE_OPRATOR_MAIL: 'a@b.example',
    FACEVALUE_OPERATOR_MAIL: 'alerts@gifts.example',
  };
  const ran = await runMain(['doctor', '--json', '--language', 'en'], env);
  assert.equal(ran.code, 1, ran.err);
  const problems = linesOf(ran, 'settings').filter(({ is }) => is === 'setting-wrong');
  for (const name of [
    'DATABASE_URL, FACEVALUE_MASTER_KEY, FACEVALUE_SMTP_URL must be set',
    'FACEVALUE_BASE_URL must begin',
    'FACEVALUE_DRAIN_SECONDS must be',
    'FACEVALUE_TRUSTED_PROXIES',
  ])
    assert.ok(
      problems.some(({ says }) => says.includes(name)),
      name,
    );
  assert.ok(
    linesOf(ran, 'settings').some(
      ({ is, says }) => is === 'setting-unknown' && says.startsWith('FACEVALUE_OPRATOR_MAIL '),
    ),
  );
  assert.deepEqual(found(ran, 'database'), ['database-silent']);
  assert.deepEqual(found(ran, 'tables'), ['not-checked']);
  assert.deepEqual(found(ran, 'alerts'), ['alerts-ok']);
  for (const { lines } of said(ran).checks)
    for (const { level, todo, is } of lines) assert.ok(level !== 'fail' || todo !== undefined, is);
});

test('an installation that works has no failing line but what tests leave out, and nothing is changed', async () => {
  await using world = await migratedDatabase();
  await using mail = await mailSink().then((sink) => ({
    ...sink,
    [Symbol.asyncDispose]: () => sink.close(),
  }));
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const keyFile = join(folder, 'dkim.pem');
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const dkim = dkimRecord({ domain: 'shop.test', selector: 'gifts', key: privateKey });
  await using dns = await dnsServer({
    'shop.test': 'v=spf1 ip4:192.0.2.1 -all',
    [dkim.name]: dkim.value,
    '_dmarc.shop.test': 'v=DMARC1; p=none',
  });
  const { rows } = await world.db.query<{ id: number }>(
    `insert into suppliers (name, created_at) values ('Чайная', $1) returning id`,
    [world.now],
  );
  const settings = { supplierUrl: 'http://127.0.0.1:9', auth: { kind: 'none' } };
  const ask = { supplierId: rows[0]?.id ?? 0, adapter: 'rest', settings };
  assert.equal((await setAgreement(world.db, world.keyring, ask, world.now)).is, 'set');
  const before = await written(world);
  const env = {
    FACEVALUE_SMTP_URL: mail.url,
    FACEVALUE_MAIL_FROM: 'Gifts <gifts@mail.shop.test>',
    FACEVALUE_BOUNCE_ADDRESS: 'bounces@shop.test',
    FACEVALUE_DNS_SERVERS: dns.address,
    FACEVALUE_DKIM_DOMAIN: 'shop.test',
    FACEVALUE_DKIM_SELECTOR: 'gifts',
    FACEVALUE_DKIM_KEY_FILE: keyFile,
  };
  const ran = await run(world, ['doctor', '--json'], env);
  assert.equal(ran.err, '');
  const failing = said(ran).checks.filter(({ lines }) => lines.some(({ level }) => level === 'fail'));
  // The databases of tests do not wait for the disk.
  assert.deepEqual(
    failing.map(({ name }) => name),
    ['database'],
  );
  assert.deepEqual(found(ran, 'tables'), ['tables-ok']);
  assert.deepEqual(found(ran, 'mail-domain'), ['dns-ok', 'dns-ok', 'dns-ok', 'dns-missing']);
  assert.deepEqual(found(ran, 'suppliers'), ['supplier-silent']);
  assert.deepEqual(found(ran, 'role'), ['role-mighty']);
  assert.deepEqual(await written(world), before);

  const other = { ...env, FACEVALUE_DKIM_KEY_FILE: join(folder, 'other.pem') };
  const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  writeFileSync(other.FACEVALUE_DKIM_KEY_FILE, pem.export({ type: 'pkcs8', format: 'pem' }));
  const differing = await run(world, ['doctor', '--json'], other);
  assert.ok(found(differing, 'mail-domain').includes('dns-differs'));

  const wrongKey = { ...env, FACEVALUE_MASTER_KEY: Buffer.alloc(32, 8).toString('base64') };
  const closed = await run(world, ['doctor', '--json'], wrongKey);
  assert.deepEqual(found(closed, 'master-key'), ['key-unusable']);
  assert.deepEqual(found(closed, 'suppliers'), ['not-checked']);
  assert.deepEqual(found(closed, 'clock'), ['clock-ok']);
});

async function written({ db }: { db: { query: (text: string) => Promise<{ rows: object[] }> } }) {
  const { rows } = await db.query(
    `select (select count(*) from audit) as acts, (select count(*) from setup_checks) as checks,
       (select count(*) from sealing_keys) as keys`,
  );
  return rows;
}

test('an empty database gets no tables and no keys', async () => {
  const empty = await createTestDatabase(() => Promise.resolve(), 'empty-database');
  const ran = await run(null, ['doctor', '--json'], { DATABASE_URL: empty.url });
  assert.deepEqual(found(ran, 'tables'), ['tables-behind']);
  assert.deepEqual(found(ran, 'master-key'), ['not-checked']);
  const again = await run(null, ['doctor'], { DATABASE_URL: empty.url });
  assert.equal(again.code, 1);
  assert.match(again.out, /\d+ ok, \d+ warn, \d+ FAIL\n$/);
  await empty.drop();
});
