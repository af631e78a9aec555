import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../settings/config.ts';
import { readProvider } from './provider-settings.ts';

const read = (value: string) => readProvider('FACEVALUE_SMS_PRIMARY', value);

test('an SMPP address has host, user, sender and rate', () => {
  const settings = read(
    'smpps://shop:p%40ss%2Fword@smpp.example?from=My Shop&window=5&rate=20&system_type=WEB',
  );
  assert.deepEqual(settings, {
    kind: 'smpp',
    host: 'smpp.example',
    port: 3550,
    tls: true,
    systemId: 'shop',
    password: 'p@ss/word',
    systemType: 'WEB',
    receiptIds: 'as answered',
    from: 'My Shop',
    window: 5,
    perSecond: 20,
  });
  const plain = read('smpp://shop:secret@10.0.0.7:9000?from=3434');
  assert.ok(plain?.kind === 'smpp' && plain.port === 9000 && !plain.tls && plain.window === 10);
  assert.equal(read(''), null);
});

test('an error names the setting and never the password', () => {
  const wrong: [string, RegExp][] = [
    ['http://gateway.example', /must look like smpp:/],
    ['smpp://smpp.example?from=Shop', /must look like smpp:/],
    ['smpp://shop:hidden@smpp.example', /must say who texts are from/],
    ['smpp://shop:hidden@smpp.example?from=Магазин', /must say who texts are from/],
    ['smpp://shop:hidden@smpp.example?from=Shop&window=0', /window must be a whole number from 1 to 1000/],
    ['smpp://shop:hidden@smpp.example?from=Shop&receipt_ids=9', /receipt_ids must be decimal or hex/],
    ['smpp://shop:hidden@smpp.example?from=Shop&speed=9', /has only the options .*, not speed/],
    ['file:/nowhere/gateway.json', /can’t be read/],
  ];
  for (const [value, sentence] of wrong) {
    assert.throws(
      () => read(value),
      ({ name, message }: Error) =>
        name === 'StartProblem' &&
        message.startsWith('FACEVALUE_SMS_PRIMARY') &&
        sentence.test(message) &&
        !message.includes('hidden'),
      value,
    );
  }
  const fallback = {
    FACEVALUE_SMS_FALLBACK: 'smpp://a:b@c?from=D',
    FACEVALUE_MASTER_KEY: 'A'.repeat(43) + '=',
  };
  assert.throws(() => readConfig(fallback), /FACEVALUE_SMS_FALLBACK needs FACEVALUE_SMS_PRIMARY/);
});

test('the file of a gateway is validated completely, and a wrong field is reported by its path', () => {
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-gateway-'));
  const file = join(folder, 'gateway.json');
  const base = { name: 'acme', url: 'https://sms.example/send', body: { to: '{{to}}' }, sent: { id: 'id' } };
  const problemOf = (content: unknown): string => {
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    try {
      read(`file:${file}`);
      return '';
    } catch (problem) {
      return (problem as Error).message;
    }
  };
  assert.equal(problemOf(base), '');
  assert.match(problemOf('{'), /is no JSON/);
  assert.match(
    problemOf({ ...base, body: { to: '{{phone}}' } }),
    /body: knows to, text, reference, not phone/,
  );
  assert.match(problemOf({ ...base, receipts: { token: 'short' } }), /receipts\.token: must be 20 to 100/);
  assert.match(
    problemOf({ ...base, refusals: [{ why: 'busy' }] }),
    /refusals\.0: names neither a status nor a path/,
  );
  assert.match(problemOf({ ...base, url: 'ftp://sms.example' }), /url: /);
  rmSync(folder, { recursive: true });
});
