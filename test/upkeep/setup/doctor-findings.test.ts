/** Everything that the doctor may find wrong is found here, by what is really so, and told with what to do. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openDatabase, type Database } from '../../../src/platform/database/database.ts';
import { createHttpClient, type HttpClient } from '../../../src/platform/network/http-client.ts';
import { installationMark, markHeader } from '../../../src/platform/secrets/installation-mark.ts';
import type { Environment } from '../../../src/platform/settings/environment.ts';
import { examineConfig } from '../../../src/platform/settings/config.ts';
import { checkDatabase } from '../../../src/upkeep/setup/check-database.ts';
import { checkNode, checkSettings } from '../../../src/upkeep/setup/check-settings.ts';
import { checkTables } from '../../../src/upkeep/setup/check-tables.ts';
import {
  findingNames,
  findingState,
  type CheckName,
  type Finding,
  type FindingName,
} from '../../../src/upkeep/setup/finding.ts';
import { brokenOff, Lacking } from '../../../src/upkeep/setup/lacking.ts';
import { runChecks } from '../../../src/upkeep/setup/run-checks.ts';
import { dnsServer } from '../../support/dns-server.ts';
import { imapServer } from '../../support/imap-server.ts';
import { toldNames } from './told-names.ts';
import { migratedDatabase, type MigratedDatabase } from '../../support/migrated-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'facevalue-findings-'));
let world: MigratedDatabase;
let http: HttpClient;

before(async () => {
  world = await migratedDatabase();
  const all = { callbacks: true, pictures: true, suppliers: true, gateways: true };
  http = createHttpClient({ allowPrivateAddresses: all });
});
after(async () => {
  await http.close();
  await world[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const masterKey = Buffer.alloc(32, 7).toString('base64');
const nobody = '127.0.0.1:1';

const seen = new Set<FindingName>();

function names(findings: Finding[]): FindingName[] {
  const told = toldNames(findings);
  for (const name of told) seen.add(name);
  return told;
}

/** What one check finds with these settings. */
async function found(
  check: CheckName,
  env: Environment = {},
  { aheadMs = 0, db = world.db }: { aheadMs?: number; db?: Database } = {},
): Promise<FindingName[]> {
  const settings = examineConfig({ FACEVALUE_DATA: folder, FACEVALUE_MASTER_KEY: masterKey, ...env });
  const { keyring } = world;
  const clock = { now: () => world.now };
  const databaseTime = { aheadMs: () => aheadMs };
  const ctx = { config: settings.config, settings, db, keyring, http, clock, databaseTime };
  const [result] = await runChecks(ctx, [check]);
  return names(result?.findings ?? []);
}

/** Of an HTTP server on the loopback while `look` looks. */
async function whileServing<Result>(
  answer: RequestListener,
  look: (address: string) => Promise<Result>,
): Promise<Result> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await look(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

test('settings: wrong, unknown, unsafe, open to others; Node', () => {
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://database.test/facevalue',
    FACEVALUE_LOG: 'loud',
    FACEVALUE_LGO: 'info',
  };
  const workingFolder = process.cwd();
  process.chdir(folder);
  try {
    writeFileSync('.env', 'FACEVALUE_LOG=info\n');
    chmodSync('.env', 0o644);
    const findings = checkSettings(examineConfig(env));
    const problems = findings.flatMap((one) => (one.is === 'setting-wrong' ? [one.problem] : []));
    assert.ok(
      problems.includes('FACEVALUE_LOG must be one of fatal, error, warn, info, debug, trace, silent.'),
    );
    assert.deepEqual(
      names(findings).filter((name) => name !== 'setting-wrong'),
      ['setting-unknown', 'setting-unsafe', 'settings-open'],
    );
    chmodSync('.env', 0o600);
    assert.ok(!names(checkSettings(examineConfig(env))).includes('settings-open'));
  } finally {
    process.chdir(workingFolder);
  }
  assert.deepEqual(names(checkNode('24.1.0')), ['node-old']);
  assert.deepEqual(names(checkNode('26.10.0')), ['node-ok']);
});

test('database: old, restored, not safe, tables of another version, a role that may too much or too little', async () => {
  assert.ok((await found('database')).includes('database-unsafe'));
  assert.deepEqual(await found('role', { DATABASE_URL: world.url }), ['role-mighty']);
  await using other = await migratedDatabase();
  const client = await other.db.connect();
  try {
    // An older server: of its functions the one that tells so.
    await client.query(`create schema older`);
    await client.query(`create function older.current_setting(name text) returns text language sql as
      $$ select case name when 'server_version_num' then '140010' else pg_catalog.current_setting(name) end $$`);
    await client.query(`set search_path to older, public, pg_catalog`);
    assert.equal(names(await checkDatabase(client, false))[0], 'database-old');
    await client.query(`set search_path to public`);
    await client.query(
      `create function older.pg_is_in_recovery() returns boolean language sql as 'select true'`,
    );
    await client.query(`set search_path to older, public, pg_catalog`);
    assert.ok(names(await checkDatabase(client, false)).includes('database-unchecked'));
    await client.query(`set search_path to public`);
    assert.ok(!names(await checkDatabase(client, false)).some((name) => name === 'database-restored'));
    // As a backup of another server's is.
    await client.query(`insert into database_history (id, system_id, timeline, synchronous, seen_at)
      values (1, '1', 1, false, clock_timestamp()) on conflict (id) do update set system_id = '1'`);
    assert.ok(names(await checkDatabase(client, false)).includes('database-restored'));
    await client.query(`update migrations set name = '9999-later.sql' where name = '0201-platform.sql'`);
    assert.deepEqual(names(await checkTables(client)), ['tables-behind', 'tables-ahead']);
  } finally {
    client.release();
  }
  const role = `small_${randomBytes(6).toString('hex')}`;
  await world.db.query(`create role ${role} login password 'secret'`);
  const url = new URL(world.url);
  [url.username, url.password] = [role, 'secret'];
  const db = openDatabase(url.href, { connections: 1, name: 'facevalue test role' });
  try {
    assert.deepEqual(await found('role', { DATABASE_URL: url.href }, { db }), ['role-lacks']);
  } finally {
    await db.end();
    await world.db.query(`drop role ${role}`);
  }
});

test('what a check lacks, and one that breaks off', () => {
  const silent = new Lacking('database', 'refused');
  const unusable = new Lacking('master-key', 'of another key');
  assert.deepEqual(
    names([
      brokenOff('database', silent),
      brokenOff('tables', silent),
      brokenOff('master-key', unusable),
      brokenOff('clock', new Error('broken.')),
    ]),
    ['database-silent', 'not-checked', 'key-unusable', 'check-failed'],
  );
});

test('the master key is not kept elsewhere', async () => {
  assert.deepEqual(await found('master-key'), ['key-opens', 'key-not-kept']);
});

test('mail out: not set, refused, sent in the name of an example, not signed', async () => {
  assert.deepEqual(await found('mail-out'), ['mail-out-unset']);
  const from = { FACEVALUE_MAIL_FROM: 'Gifts <gifts@shop.example>' };
  assert.deepEqual(await found('mail-out', { ...from, FACEVALUE_SMTP_URL: `smtp://${nobody}` }), [
    'mail-out-failed',
    'sender-example',
    'mail-unsigned',
  ]);
});

test('DNS for mail: missing, double, open to everybody, silent', async () => {
  await using dns = await dnsServer({
    'double.test': ['v=spf1 -all', 'v=spf1 ~all'],
    'open.test': 'v=spf1 +all',
    '_dmarc.open.test': ['v=DMARC1; p=none', 'v=DMARC1; p=reject'],
  });
  const look = (domain: string, server = dns.address) =>
    found('mail-domain', {
      FACEVALUE_SMTP_URL: `smtp://${nobody}`,
      FACEVALUE_MAIL_FROM: `Gifts <gifts@${domain}>`,
      FACEVALUE_DNS_SERVERS: server,
    });
  assert.deepEqual(await look('double.test'), ['dns-several', 'dns-missing', 'dns-missing']);
  assert.deepEqual(await look('open.test'), ['dns-weak', 'dns-several', 'dns-missing']);
  assert.deepEqual(await look('nothing.test'), ['dns-missing', 'dns-missing', 'dns-missing']);
  assert.deepEqual(new Set(await look('shop.test', nobody)), new Set(['dns-silent']));
});

test('mail in: not set, not reached, a wrong password, no such folder', async () => {
  assert.deepEqual(await found('mail-in'), ['mail-in-unset', 'mail-in-unset']);
  const mailbox = await imapServer();
  const look = (url: string) => found('mail-in', { FACEVALUE_IMAP_URL: url });
  try {
    assert.deepEqual(await look(mailbox.url), ['mail-in-ok', 'mail-in-cleared', 'mail-in-unset']);
    await world.db.query(
      `insert into mails (message_id, content_hash, sender, subject, received_at, read_at, uid_validity, uid)
       values ('a', '', '', '', $1, $1, '1', 1)`,
      [new Date(world.now.getTime() - 15 * 24 * 60 * 60_000)],
    );
    const left = ['mail-in-ok', 'mail-in-cleared', 'mail-in-left', 'mail-in-unset'];
    assert.deepEqual(await look(mailbox.url), left, 'a mail has waited for a person for more than two weeks');
    for (const url of [
      mailbox.url.replace('testpass', 'other'),
      mailbox.url.replace('INBOX', 'Nowhere'),
      `imap://name:secret@${nobody}/INBOX`,
    ])
      assert.deepEqual(await look(url), ['mail-in-failed', 'mail-in-unset'], url);
  } finally {
    await mailbox.close();
  }
});

test('SMS: not set, and providers of both kinds that do not answer', async () => {
  assert.deepEqual(await found('sms'), ['sms-unset']);
  const file = join(folder, 'gateway.json');
  const gatewayAt = (url: string) => {
    writeFileSync(file, JSON.stringify({ name: 'gateway', url, sent: {} }));
    return { FACEVALUE_SMS_PRIMARY: `file:${file}` };
  };
  const smpp = { FACEVALUE_SMS_FALLBACK: `smpp://id:secret@${nobody}?from=Gifts` };
  const silent = { ...gatewayAt(`http://${nobody}/send?to={to}`), ...smpp };
  assert.deepEqual(await found('sms', silent), ['sms-failed', 'sms-failed']);
  await whileServing(
    (_, response) => void response.end(),
    async (address) => assert.deepEqual(await found('sms', gatewayAt(`${address}/send`)), ['sms-set']),
  );
});

const foundAt = (address: string) => found('address', { FACEVALUE_BASE_URL: address });
const ours: RequestListener = (_, response) =>
  void response.setHeader(markHeader, installationMark(world.keyring)).end();

test('the address: silent, of another server, of this machine only', async () => {
  assert.deepEqual(await foundAt(`http://${nobody}`), ['address-silent']);
  await whileServing(
    (_, response) => void response.end('ok'),
    async (address) => assert.deepEqual(await foundAt(address), ['address-other']),
  );
  await whileServing(ours, async (address) => assert.deepEqual(await foundAt(address), ['address-here']));
});

test('the clock, the disk, alerts', async () => {
  assert.deepEqual(await found('clock'), ['clock-ok']);
  assert.deepEqual(await found('clock', {}, { aheadMs: -90_000 }), ['clock-wrong']);
  // It has no space at all.
  assert.deepEqual(await found('disk', { FACEVALUE_DATA: '/proc' }), ['disk-low']);
  assert.deepEqual(await found('alerts'), ['alerts-unset']);
});

/** By doctor.test.ts, with a signing key and a supplier, doctor-certificates.test.ts, doctor-authorities.test.ts, doctor-history.test.ts, platform/first-tables.test.ts, offered-products.test.ts and cluster/kills.test.ts. */
const seenElsewhere: FindingName[] = [
  'authorities-unread',
  'tables-older',
  'dns-differs',
  'certificate-soon',
  'certificate-over',
  'certificate-refused',
  'supplier-silent',
  'products-waiting',
  'snapshot-old',
  'node-away',
  'heartbeat-unset',
  'heartbeat-absent',
  'heartbeat-unreadable',
  'heartbeat-other',
  'heartbeat-behind',
  'heartbeat-old',
  'heartbeat-near',
];

test('nothing that may be wrong is left out here', () => {
  const wrong = findingNames.filter((is) => findingState({ is } as Finding) !== 'ok');
  assert.deepEqual(
    wrong.filter((is) => !seen.has(is)),
    seenElsewhere,
  );
});
