import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { becomeOperator } from '../../src/people/first-operator/become-operator.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { openKeyring } from '../../src/platform/secrets/keyring.ts';
import { checkNames } from '../../src/upkeep/setup/finding.ts';
import { mailSink } from '../support/mail-sink.ts';
import { device, password } from '../support/people-world.ts';
import { createTestDatabase } from '../support/test-cluster.ts';
import { masterKey as keyBytes, migratedDatabase } from '../support/migrated-database.ts';
import { runMain, type Ran } from '../support/run-main.ts';
import { folder, run } from './run-commands.ts';

const masterKey = keyBytes.toString('base64');

interface SetupAnswer {
  checks: { name: string; state: string; findings: { is: string; says: string; todo?: string }[] }[];
  link: { address: string; expires_at: string } | null;
}

const said = (ran: Ran): SetupAnswer => JSON.parse(ran.out) as SetupAnswer;

const findingsOf = ({ checks }: SetupAnswer, name: string): string[] =>
  checks.find((check) => check.name === name)?.findings.map(({ is }) => is) ?? [];

test('setup makes an empty database an installation with a link, twice and two at once', async () => {
  await using mail = await mailSink().then((sink) => ({
    ...sink,
    [Symbol.asyncDispose]: () => sink.close(),
  }));
  const empty = await createTestDatabase(() => Promise.resolve(), 'empty-database');
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: empty.url,
    FACEVALUE_DATA: join(folder, 'production'),
    FACEVALUE_MASTER_KEY: masterKey,
    FACEVALUE_BASE_URL: 'https://gifts.invalid',
    FACEVALUE_TRUSTED_PROXIES: 'none',
    FACEVALUE_SMTP_URL: mail.url,
    FACEVALUE_MAIL_FROM: 'Gifts <gifts@shop.test>',
  };
  const both = await Promise.all([1, 2].map(() => runMain(['setup', '--json'], env)));
  const links = both.map((ran) => {
    // The databases of tests do not wait for the disk, which is the one thing that is wrong here.
    assert.equal(ran.code, 1, ran.err);
    assert.ok(said(ran).checks, ran.out);
    return said(ran).link?.address ?? assert.fail('no link');
  });
  assert.notEqual(links[0], links[1]);
  for (const link of links) assert.match(link, /^https:\/\/gifts\.invalid\/setup#[\w-]{43}$/);
  const [first] = both.map(said);
  assert.ok(first !== undefined);
  assert.deepEqual(
    first.checks.map(({ name }) => name),
    [...checkNames],
  );
  const wrong = first.checks.filter(({ state }) => state === 'wrong').map(({ name }) => name);
  assert.deepEqual(wrong, ['database']);
  assert.deepEqual(findingsOf(first, 'database'), [
    'database-ok',
    ...Array.from({ length: 3 }, () => 'database-unsafe'),
  ]);
  assert.deepEqual(findingsOf(first, 'mail-out'), ['mail-out-ok', 'mail-unsigned']);
  assert.deepEqual(findingsOf(first, 'address'), ['address-silent']);
  assert.deepEqual(findingsOf(first, 'master-key'), ['key-opens', 'key-not-kept']);
  assert.deepEqual(findingsOf(first, 'disk'), ['disk-elsewhere']);

  const db = openDatabase(empty.url, { connections: 2, name: 'test' });
  const keyring = await openKeyring(db, Buffer.from(masterKey, 'base64'), new Date(0));
  const { rows } = await db.query<{ now: Date }>(`select now() as now`);
  const now = rows[0]?.now ?? assert.fail('no time');
  const outcomes = await Promise.all(
    links.map((link, index) => {
      const token = new URL(link).hash.slice(1);
      const ask = { token, email: `p${index}@gifts.example`, name: 'Anna', password, ...device };
      return becomeOperator({ db, keyring }, ask, now);
    }),
  );
  assert.deepEqual(
    outcomes.map(({ is }) => is).toSorted(),
    ['became', 'not-open'],
    'of two links the later one is valid',
  );
  await db.end();
  const after = await runMain(['setup', '--json'], env);
  assert.equal(said(after).link, null, 'with an operator there is no link');
  await empty.drop();
});

test('each check says what is wrong and what to do, in both languages', async () => {
  await using world = await migratedDatabase();
  const wrong = {
    FACEVALUE_SMTP_URL: 'smtp://127.0.0.1:9',
    FACEVALUE_IMAP_URL: 'imap://a:b@127.0.0.1:9/INBOX',
    FACEVALUE_SMS_PRIMARY: 'smpp://a:b@127.0.0.1:9?from=Gifts',
    FACEVALUE_BASE_URL: 'http://127.0.0.1:9',
  };
  for (const language of ['ru', 'en']) {
    // Chosen for the command, or once for the installation.
    const chosen = language === 'ru' ? ['--language', language] : [];
    const env = { ...wrong, FACEVALUE_OPERATOR_LANGUAGE: 'en' };
    const ran = await run(world, ['setup', 'check', '--json', ...chosen], env);
    assert.equal(ran.code, 1);
    const { checks } = said(ran);
    const stateOf = (name: string) => checks.find((check) => check.name === name)?.state;
    for (const name of ['mail-out', 'mail-in', 'sms']) assert.equal(stateOf(name), 'wrong', name);
    assert.equal(stateOf('address'), 'note');
    assert.equal(stateOf('disk'), 'ok');
    const texts = checks.flatMap(({ findings }) => findings.flatMap(({ says, todo = '' }) => [says, todo]));
    assert.equal(/[а-я]/i.test(texts.join(' ')), language === 'ru');
    for (const { findings, state } of checks) {
      if (state === 'wrong') assert.ok(findings.some(({ todo }) => todo !== undefined));
    }
  }
  const one = await run(world, ['setup', 'check', 'clock', '--json']);
  assert.deepEqual([one.code, said(one).checks.length], [0, 1]);
  assert.equal((await run(world, ['setup', 'check', 'weather'])).code, 2);
});

test('the sheet with the master key is private, and the key typed from it is recognised', async () => {
  await using world = await migratedDatabase();
  const file = join(folder, 'key.html');
  assert.equal((await run(world, ['setup', 'key-sheet', file, '--language', 'en'])).code, 0);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const sheet = readFileSync(file, 'utf8');
  const typed = [...sheet.matchAll(/<td><code>([^<]+)<\/code><\/td>/g)].map(([, line]) => line).join('\n');
  assert.equal(typed.replaceAll(/\s/g, '').replaceAll('&#x3D;', '='), masterKey);
  assert.ok(!/(?:src|href)="http/.test(sheet), 'it loads nothing');
  assert.equal((await run(world, ['setup', 'key-sheet', file])).code, 1, 'it overwrites nothing');

  const typeKey = (input: string): Promise<Ran> => runMain(['setup', 'key-test', '--json'], env, input);
  const env = { FACEVALUE_DATA: folder, FACEVALUE_MASTER_KEY: masterKey, DATABASE_URL: world.url };
  const differs = await typeKey(typed.replace(/B/, 'C'));
  assert.equal(differs.code, 1);
  const before = await run(world, ['setup', 'check', 'master-key', '--json']);
  assert.deepEqual(findingsOf(said(before), 'master-key'), ['key-opens', 'key-not-kept']);
  assert.equal((await typeKey(typed)).code, 0);
  const after = await run(world, ['setup', 'check', 'master-key', '--json']);
  assert.deepEqual(findingsOf(said(after), 'master-key'), ['key-opens', 'key-kept']);
});
