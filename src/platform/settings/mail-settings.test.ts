import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { dkimRecord } from '../mail/dkim-record.ts';
import { readMailSettings } from './mail-settings.ts';
import { StartProblem } from '../process/start-problem.ts';

const folder = mkdtempSync(join(tmpdir(), 'facevalue-keys-'));
after(() => rmSync(folder, { recursive: true }));

function keyFile(name: string, key: KeyObject | string, passphrase?: string): string {
  const secret = passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase };
  const pem = typeof key === 'string' ? key : key.export({ type: 'pkcs8', format: 'pem', ...secret });
  writeFileSync(join(folder, name), pem);
  return join(folder, name);
}

const rsa = (modulusLength: number): KeyObject => generateKeyPairSync('rsa', { modulusLength }).privateKey;
const good = keyFile('good.pem', rsa(2048));
const signed = {
  FACEVALUE_MAIL_FROM: 'Подарки <gifts@shop.example>',
  FACEVALUE_DKIM_DOMAIN: 'Shop.example',
  FACEVALUE_DKIM_SELECTOR: 'gifts2026',
  FACEVALUE_DKIM_KEY_FILE: good,
};
const foreign = 'smtp://user:hushhush@smtp.example:587';

const policy = (url: string, tls = ''): string =>
  readMailSettings({ FACEVALUE_SMTP_URL: url, FACEVALUE_SMTP_TLS: tls }, false).smtp.tls;

test('letters are sent encrypted unless the server is local or the operator disables it', () => {
  assert.equal(policy(foreign), 'required');
  assert.equal(policy('smtp://smtp.example'), 'required');
  assert.equal(policy('smtp://smtp.example', 'opportunistic'), 'opportunistic');
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    assert.equal(policy(`smtp://user:hushhush@${host}:25`), 'opportunistic');
    assert.equal(policy(`smtp://${host}`, 'required'), 'required');
  }
});

const wrong: [sentence: RegExp, settings: Record<string, string>, production?: boolean][] = [
  [/FACEVALUE_SMTP_URL must look like/, { FACEVALUE_SMTP_URL: 'smtp.example:25' }],
  [/FACEVALUE_SMTP_URL must look like/, { FACEVALUE_SMTP_URL: 'smtp://smtp.example?ignoreTLS=true' }],
  [/FACEVALUE_SMTP_TLS must be required or/, { FACEVALUE_SMTP_URL: foreign, FACEVALUE_SMTP_TLS: 'off' }],
  [/it would be sent unencrypted/, { FACEVALUE_SMTP_URL: foreign, FACEVALUE_SMTP_TLS: 'opportunistic' }],
  [/can't be read \(ENOENT\)/, { FACEVALUE_SMTP_CA_FILE: join(folder, 'none.pem') }],
  [/FACEVALUE_MAIL_FROM must look like/, { FACEVALUE_MAIL_FROM: 'Gifts' }],
  [/FACEVALUE_MAIL_FROM must look like/, { FACEVALUE_MAIL_FROM: 'Gifts <a@b.example>\nBcc: c@d.example' }],
  [/FACEVALUE_DKIM_SELECTOR must be set to sign letters/, { ...signed, FACEVALUE_DKIM_SELECTOR: '' }],
  [/FACEVALUE_DKIM_DOMAIN must be a domain/, { ...signed, FACEVALUE_DKIM_DOMAIN: 'shop' }],
  [/FACEVALUE_DKIM_DOMAIN must be the domain of/, { ...signed, FACEVALUE_DKIM_DOMAIN: 'other.example' }],
  [/FACEVALUE_DKIM_DOMAIN must be the domain of/, { ...signed, FACEVALUE_DKIM_DOMAIN: 'op.example' }],
  [/FACEVALUE_DKIM_SELECTOR must be a name of/, { ...signed, FACEVALUE_DKIM_SELECTOR: 'a;b' }],
  [/can't be read \(ENOENT\)/, { ...signed, FACEVALUE_DKIM_KEY_FILE: join(folder, 'none.pem') }],
  [/no private key in PEM/, { ...signed, FACEVALUE_DKIM_KEY_FILE: keyFile('text.pem', 'a key') }],
  [
    /no private key in PEM without a password/,
    { ...signed, FACEVALUE_DKIM_KEY_FILE: keyFile('locked.pem', rsa(1024), 'secret') },
  ],
  [
    /must be an RSA key/,
    {
      ...signed,
      FACEVALUE_DKIM_KEY_FILE: keyFile('ed.pem', generateKeyPairSync('ed25519').privateKey),
    },
  ],
  [/1024 bits at least/, { ...signed, FACEVALUE_DKIM_KEY_FILE: keyFile('small.pem', rsa(768)) }],
  [/FACEVALUE_BOUNCE_ADDRESS must be a plain/, { FACEVALUE_BOUNCE_ADDRESS: 'Bounces <b@shop.example>' }],
  [/18 characters before the @/, { FACEVALUE_BOUNCE_ADDRESS: 'letters-that-come-back@shop.example' }],
  [
    /FACEVALUE_BOUNCE_ADDRESS must be set/,
    { FACEVALUE_BOUNCE_IMAP_URL: 'imaps://b:hushhush@imap.example/INBOX' },
  ],
  [
    /another mailbox, or another folder/,
    {
      FACEVALUE_BOUNCE_ADDRESS: 'b@shop.example',
      FACEVALUE_IMAP_URL: 'imaps://b:hushhush@imap.example',
      FACEVALUE_BOUNCE_IMAP_URL: 'imaps://b:changed@imap.example/INBOX',
    },
  ],
  [
    /FACEVALUE_BOUNCE_IMAP_URL must begin with imaps/,
    {
      FACEVALUE_SMTP_URL: 'smtps://smtp.example',
      FACEVALUE_BOUNCE_IMAP_URL: 'imap://b:hushhush@imap.example',
    },
    true,
  ],
];

for (const [sentence, settings, production = false] of wrong) {
  test(`${JSON.stringify(settings).replaceAll(folder, '')} is refused: ${sentence.source}`, () => {
    assert.throws(
      () => readMailSettings(settings, production),
      (problem) => {
        assert.ok(problem instanceof StartProblem);
        assert.match(problem.message, sentence);
        assert.doesNotMatch(problem.message, /hushhush/);
        return true;
      },
    );
  });
}

test('the DKIM record has the public key in strings that a zone file accepts', () => {
  const { dkim } = readMailSettings(signed, false).smtp;
  assert.ok(dkim !== null);
  const { name, value, zoneLine } = dkimRecord(dkim);
  assert.equal(name, 'gifts2026._domainkey.shop.example');
  assert.match(value, /^v=DKIM1; k=rsa; p=[A-Za-z0-9+/]{390,}={0,2}$/);
  const strings = [...zoneLine.matchAll(/"([^"]*)"/g)].map(([, text = '']) => text);
  assert.ok(strings.length === 2 && strings.every((text) => text.length <= 255));
  assert.equal(strings.join(''), value);
  assert.equal(readMailSettings({}, false).smtp.dkim, null);
});
