/** Servers whose certificate nobody knows: the doctor says so of each, and believes them once their authority is named. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { AddressInfo } from 'node:net';
import { problemOf } from '../../../src/platform/network/http-problem.ts';
import { debianPostgres, hasDebianPostgres } from '../../support/debian-postgres.ts';
import { imapServer } from '../../support/imap-server.ts';
import { mailSink, sinkAuthority, sinkIdentity } from '../../support/mail-sink.ts';
import { runMain } from '../../support/run-main.ts';

const folder = mkdtempSync(join(tmpdir(), 'facevalue-authorities-'));
after(() => rmSync(folder, { recursive: true }));

interface Line {
  is: string;
  of?: string;
  why?: string;
  says: string;
  todo?: string;
}

async function look(env: Record<string, string>): Promise<Record<string, Line[]>> {
  const ran = await runMain(['doctor', '--json', '--language', 'en'], env);
  const { checks } = JSON.parse(ran.out) as { checks: { name: string; lines: Line[] }[] };
  return Object.fromEntries(checks.map(({ name, lines }) => [name, lines]));
}

test('an untrusted certificate is told as that: database, mail out and in, SMS, address', async () => {
  const https = createServer({ key: sinkIdentity, cert: sinkAuthority }, (_request, response) =>
    response.end('OK'),
  );
  await new Promise<void>((resolve) => https.listen(0, '127.0.0.1', resolve));
  const { port } = https.address() as AddressInfo;
  const [smtp, imap] = await Promise.all([mailSink({ tls: 'smtps' }), imapServer({ tls: true })]);
  const database = hasDebianPostgres() ? await debianPostgres({ tls: true }) : null;
  const provider = `smpps://id:secret@127.0.0.1:${port}?from=Gifts`;
  const settings = {
    FACEVALUE_BASE_URL: `https://127.0.0.1:${port}`,
    FACEVALUE_SMTP_URL: smtp.url,
    FACEVALUE_IMAP_URL: imap.url,
    FACEVALUE_SMS_PRIMARY: provider,
    FACEVALUE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    ...(database !== null && { DATABASE_URL: `${database.url}?sslmode=verify-full` }),
  };
  try {
    const found = await look(settings);
    const told = [...(database === null ? [] : ['database']), 'mail-out', 'mail-in', 'sms'];
    for (const name of told) {
      const line = found[name]?.find(({ is }) => is === 'certificate-refused');
      assert.equal(line?.why, 'untrusted certificate', `${name}: ${JSON.stringify(found[name])}`);
      assert.match(line?.todo ?? '', /NODE_EXTRA_CA_CERTS/, name);
      assert.doesNotMatch(JSON.stringify(found[name]), /does not answer|can't be reached/, name);
    }
    const refused = (found['certificates'] ?? []).map(({ is, why }) => `${is}: ${why}`);
    assert.deepEqual(refused, Array(told.length).fill('certificate-refused: untrusted certificate'));
    const file = join(folder, 'authority.pem');
    writeFileSync(file, sinkAuthority);
    const trusting = await look({ ...settings, NODE_EXTRA_CA_CERTS: file });
    for (const name of told)
      assert.ok(
        !trusting[name]?.some(({ is }) => is === 'certificate-refused'),
        `${name}: ${JSON.stringify(trusting[name])}`,
      );
    assert.ok(trusting['certificates']?.every(({ is }) => is === 'certificate-ok'));
  } finally {
    https.close();
    https.closeAllConnections();
    await Promise.all([smtp.close(), imap.close()]);
    await database?.[Symbol.asyncDispose]();
  }
});

test('commands say of an untrusted database what doctor says', { skip: !hasDebianPostgres() }, async () => {
  await using database = await debianPostgres({ tls: true });
  for (const mode of ['require', 'verify-full']) {
    const ran = await runMain(['upgrade', '--dry-run'], { DATABASE_URL: `${database.url}?sslmode=${mode}` });
    assert.equal(ran.code, 1);
    assert.match(
      ran.err,
      /^The database can't be used\. The certificate of DATABASE_URL is refused: .*\n$/,
      mode,
    );
    assert.match(ran.err, /NODE_EXTRA_CA_CERTS/, mode);
  }
});

test('a file of authorities that holds none is told', async () => {
  const file = join(folder, 'nothing.pem');
  writeFileSync(file, 'nothing\n');
  const found = await look({ NODE_EXTRA_CA_CERTS: file });
  assert.ok(found['settings']?.some(({ is }) => is === 'authorities-unread'));
});

const coded = (code: string): Error => Object.assign(new Error('it failed'), { code });

test('failures of certificates have names, also where a library wraps them', () => {
  assert.equal(problemOf(coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE')), 'untrusted certificate');
  assert.equal(problemOf(coded('CERT_HAS_EXPIRED')), 'expired certificate');
  assert.equal(problemOf(coded('ERR_TLS_CERT_ALTNAME_INVALID')), 'certificate of another name');
  assert.equal(
    problemOf(new Error('fetch failed', { cause: coded('SELF_SIGNED_CERT_IN_CHAIN') })),
    'untrusted certificate',
  );
  assert.equal(problemOf(coded('ERR_SSL_WRONG_VERSION_NUMBER')), 'tls');
});
