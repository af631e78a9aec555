import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { maskedSettings, maskTranscript } from './mask-transcript.ts';

const said = {
  method: 'POST',
  url: 'https://tea.example/api',
  headers: { authorization: 'Bearer x' },
  body: '',
};
const places = {
  codes: ['code', 'num'],
  pins: ['pin'],
  faces: ['denomination'],
  requestIds: ['request_id'],
  dates: ['expire_at'],
};
const masking = { settings: maskedSettings([], ['status OK']), secrets: [] as string[], places };
const requestId = '3f0c8a52-5f0e-4b6b-9a3e-2f2f6d0f7c11';
const another = '9b1d7f30-1c2d-4e5f-8a9b-0c1d2e3f4a5b';
const asked = { ...said, body: JSON.stringify({ request_id: requestId, denomination: 1500 }) };

const heard = (status: number, body: string, secrets: string[] = []): string =>
  maskTranscript(asked, { status, body }, { ...masking, secrets }).split(`→ ${status}\n`)[1] ?? '';

test('a secret is masked in every form in which it may be written', () => {
  const secret = fc
    .string({ unit: 'grapheme', minLength: 4, maxLength: 20 })
    .filter((text) => /\S{4}/.test(text));
  fc.assert(
    fc.property(secret, (value) => {
      const bytes = Buffer.from(value);
      const forms = [
        value,
        JSON.stringify(value).slice(1, -1),
        value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
        encodeURIComponent(value),
        new URLSearchParams({ v: value }).toString().slice(2),
        bytes.toString('base64'),
        bytes.toString('base64url'),
        bytes.toString('hex'),
      ];
      for (const form of forms) {
        for (const hiding of [
          { ...masking, secrets: [value] },
          { ...masking, settings: maskedSettings([value], []) },
        ]) {
          const masked = maskTranscript({ ...said, body: `before ${form} after` }, null, hiding);
          assert.match(masked, /before •••=* after$/, form);
        }
      }
    }),
  );
});

test('header values are left out', () => {
  const kept = maskTranscript(said, null, masking);
  assert.ok(kept.includes('authorization') && !kept.includes('Bearer'));
});

test('an answer is shown without its code and PIN', () => {
  const body = JSON.stringify({
    request_id: another,
    denomination: 15_000,
    code: '7700112233445566',
    pin: '2027',
    expire_at: '2028-03-01 23:59:59',
    status: 'PROCESSING',
    terms: 'Действует в 2027 году, сумма 15 000 ₽',
  });
  const expected = body.replace('7700112233445566', '•••').replace('"2027"', '"•••"');
  assert.equal(heard(201, body), expected);
  // It need not be complete either.
  assert.equal(heard(201, body.slice(0, -10)), expected.slice(0, -10));
});

test('the code is hidden in whatever way an adapter finds it', () => {
  assert.equal(
    heard(200, '{"data":{"\\u006eum":7700112,"denomination":1500}}'),
    '{"data":{"\\u006eum":•••,"denomination":1500}}',
  );
  assert.equal(heard(200, '{"num":["AB","CD 12"],"pin":17}'), '{"num":•••,"pin":•••}');
  assert.equal(
    heard(200, '<r><ns:code>TEA</ns:code><pin>12</pin><denomination>1500.00</denomination></r>'),
    '<r><ns:code>•••</ns:code><pin>•••</pin><denomination>1500.00</denomination></r>',
  );
  assert.equal(
    heard(200, '<member><name>pin</name><value><int>12</int></value></member>'),
    '<member><name>pin</name><value><int>•••</int></value></member>',
  );
});

test('a code in an unexpected place is hidden too; what we sent is shown', () => {
  for (const code of [
    '7700112233445566',
    '7700 1122 3344 5566',
    '7700-2027-3344-5566',
    'TEAHOUSE-00421234',
    'AB12 CD34 EF56',
    'TEA0042X',
    'aGVsbG8gd29ybGQxMjM0',
    'XKQZPLWM',
    '&#84;&#69;&#65;&#49;',
    '%54%45%41%31',
    '4321',
  ]) {
    for (const body of [`<html>Код: ${code}</html>`, `{"certificate":"${code}"}`, `{"${code}":"x"`, code]) {
      if (code === 'XKQZPLWM' && body.startsWith('{"XK')) continue;
      const shown = heard(201, body);
      for (const part of code.split(/[ -]/)) assert.ok(!shown.includes(part), `${body} → ${shown}`);
    }
  }
  const ours = `Заказ ${requestId} на 1500 (1 500, 150000) не выполнен`;
  assert.equal(heard(201, ours), ours);
});

test('the reason of a refusal or failure is shown', () => {
  for (const [status, body] of [
    [409, '{"error":{"code":"no_stock","text":"Нет кодов номинала 1500"}}'],
    [422, '{"error":{"code":"E42","text":"Максимум 15 000 руб."}}'],
    [400, '{"code":1001,"message":"unknown operation"}'],
    [200, '{"jsonrpc":"2.0","error":{"code":-32000,"message":"no stock"}}'],
    [502, '<html><head><title>502 Bad Gateway</title></head><body>nginx/1.25.3</body></html>'],
    [500, 'Internal Server Error at 2026-11-21T12:00:00Z'],
  ] as const) {
    assert.equal(heard(status, body), body);
  }
  assert.equal(heard(500, '{"code":"SM000000001","pin":"4321"}'), '{"code":"•••","pin":"•••"}');
});

test('a long transcript is cut', () => {
  const kept = maskTranscript(said, { status: 200, body: 'code '.repeat(100_000) }, masking);
  assert.ok(kept.length <= 4000);
});
