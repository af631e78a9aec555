import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examineConfig } from '../../../src/platform/settings/config.ts';
import type { Environment } from '../../../src/platform/settings/environment.ts';
import { checkCertificates } from '../../../src/upkeep/setup/check-certificates.ts';
import { debianPostgres, hasDebianPostgres } from '../../support/debian-postgres.ts';
import { imapServer } from '../../support/imap-server.ts';
import { mailSink } from '../../support/mail-sink.ts';
import { toldNames } from './told-names.ts';

const masterKey = Buffer.alloc(32, 7).toString('base64');

const dayMs = 86_400_000;
/** When the certificate of the tests' servers ends. */
const ends = Date.parse('2126-10-28T06:58:31Z');
const inDays = (days: number): Date => new Date(ends - days * dayMs);

const look = async (env: Environment, days: number) => {
  const { config } = examineConfig({ FACEVALUE_MASTER_KEY: masterKey, ...env });
  const findings = await checkCertificates(config, inDays(days));
  return { findings, are: toldNames(findings) };
};

test('certificates: of mail servers in both directions, TLS at once and on request, soon over and over', async () => {
  const [smtp, smtps] = await Promise.all([mailSink({ tls: 'starttls' }), mailSink({ tls: 'smtps' })]);
  const [imap, plain] = await Promise.all([imapServer({ tls: true }), imapServer()]);
  try {
    const settings = { FACEVALUE_SMTP_URL: smtp.url, FACEVALUE_IMAP_URL: imap.url };
    const { findings, are } = await look(settings, 13.5);
    // Without a policy a mail server may have any certificate; a mailbox must have one that is trusted.
    assert.deepEqual(are, ['certificate-soon', 'certificate-refused']);
    assert.deepEqual(
      findings.map((one) => ('of' in one ? one.of : '')),
      [new URL(smtp.url).host, new URL(imap.url).host],
    );
    assert.deepEqual((await look(settings, 15.5)).are, ['certificate-ok', 'certificate-refused']);
    assert.deepEqual((await look({ FACEVALUE_IMAP_URL: imap.url }, -1)).are, ['certificate-over']);
    assert.deepEqual((await look({ FACEVALUE_SMTP_URL: smtps.url }, 1)).are, ['certificate-refused']);
    assert.deepEqual((await look({ FACEVALUE_SMTP_URL: smtps.url }, -1)).are, ['certificate-over']);
    assert.deepEqual((await look({ FACEVALUE_IMAP_URL: plain.url }, 1)).are, ['certificates-none']);
  } finally {
    await Promise.all([smtp.close(), smtps.close(), imap.close(), plain.close()]);
  }
});

const ofDatabase = async (url: string) => (await look({ DATABASE_URL: `${url}?sslmode=no-verify` }, 2.5)).are;

test('certificates: that of the database', { skip: !hasDebianPostgres() }, async () => {
  await using encrypted = await debianPostgres({ tls: true });
  await using plain = await debianPostgres();
  assert.deepEqual(await ofDatabase(encrypted.url), ['certificate-soon']);
  assert.deepEqual(await ofDatabase(plain.url), ['certificates-none']);
});
