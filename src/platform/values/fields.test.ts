import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { makeOrderRequest } from '../../orders/read-order.ts';
import { isGiven, readFields } from './fields.ts';

type Name = keyof typeof makeOrderRequest;

/** The parsed value of one field of makeOrder; `wrong` if it is refused. */
function read(name: Name, value: unknown): unknown {
  const field = { [name]: makeOrderRequest[name] };
  const { values, wrong } = readFields(field, { [name]: value });
  return wrong.length > 0 ? 'wrong' : values[name];
}

function takes(name: Name, pairs: [unknown, unknown][]): void {
  for (const [sent, taken] of pairs) assert.deepEqual(read(name, sent), taken, `${name}: ${String(sent)}`);
}

const refuses = (name: Name, values: unknown[]): void =>
  takes(
    name,
    values.map((value) => [value, 'wrong']),
  );

test('ids and seconds: whole numbers, also as digits', () => {
  takes('product_id', [
    [2111, 2111],
    ['2111', 2111],
    [2111.0, 2111],
  ]);
  refuses('product_id', [
    undefined,
    null,
    '',
    0,
    -1,
    1.5,
    1e300,
    NaN,
    '1.0',
    ' 1',
    '1e3',
    '0x10',
    true,
    [],
    {},
  ]);
  refuses('product_id', ['9'.repeat(16), Number.MAX_SAFE_INTEGER + 1, '٣']);
  takes('ttl', [
    [60, 60],
    ['86400', 86_400],
    [null, null],
    ['', null],
    [undefined, null],
  ]);
  refuses('ttl', [59, 86_401, '59', -60, 60.5, 'x', false]);
});

test('faces: roubles with kopecks at the most', () => {
  takes('face', [
    [1000, 100_000],
    ['1000', 100_000],
    [100.5, 10_050],
    ['100.50', 10_050],
    ['1000.0000', 100_000],
    [0.01, 1],
    [1.1, 110],
  ]);
  refuses('face', [
    '1000.001',
    '1000.',
    0,
    -1,
    0.001,
    100.555,
    '100,50',
    '1 000',
    '',
    null,
    Infinity,
    1e300,
    '1e3',
    {},
    [1000],
  ]);
});

test('texts: lengths in code points, numbers as text, no NUL and no half characters', () => {
  takes('external_id', [
    [123, '123'],
    ['Ж'.repeat(255), 'Ж'.repeat(255)],
    ['🎁'.repeat(255), '🎁'.repeat(255)],
    [null, ''],
    ['', ''],
    ['<b>&"\'', '<b>&"\''],
    ['two\nlines', 'two\nlines'],
  ]);
  refuses('external_id', [
    'Ж'.repeat(256),
    '🎁'.repeat(256),
    'a\0b',
    '\ud800',
    'x\udc00',
    true,
    [],
    {},
    ['a'],
  ]);
  takes('text', [['🎁'.repeat(512), '🎁'.repeat(512)]]);
  refuses('text', ['🎁'.repeat(513)]);
  refuses('comment', ['x'.repeat(513)]);
  refuses('uuid', ['x'.repeat(37)]);
  takes('uuid', [['x'.repeat(36), 'x'.repeat(36)]]);
});

test('service code: capital Latin letters, digits and underscores, API when absent', () => {
  takes('code', [
    [undefined, 'API'],
    ['', 'API'],
    ['A_1', 'A_1'],
    [2024, '2024'],
    ['A'.repeat(100), 'A'.repeat(100)],
  ]);
  refuses('code', ['a', 'А', 'A B', 'A-1', 'A'.repeat(101), 'API\n']);
});

test('e-mail addresses: letters of any script, plus and subdomains', () => {
  const right = [
    'a@b.ru',
    'anna+gift@mail.example.com',
    'почта@пример.рф',
    "o'neil@x-y.io",
    'a@xn--e1afmkfd.xn--p1ai',
  ];
  takes(
    'email_to',
    right.map((address) => [address, address]),
  );
  refuses('email_to', [
    'a',
    'a@',
    '@b.ru',
    'a@b',
    'a b@c.ru',
    'a@b..ru',
    '.a@b.ru',
    'a.@b.ru',
    'a@b.ru ',
    'a@-b.ru',
  ]);
  refuses('email_to', [
    'a@b.ru\nBcc: x@y.ru',
    'a@b.ru,c@d.ru',
    '<a@b.ru>',
    'a@1.2.3.4',
    `${'a'.repeat(65)}@b.ru`,
  ]);
  refuses('email_to', [`a@${'b'.repeat(64)}.ru`, `a@${'b.'.repeat(130)}ru`, 'a@b@c.ru', 5]);
});

test('phones: 7 and ten digits', () => {
  takes('to_phone', [
    ['79001234567', '79001234567'],
    [79001234567, '79001234567'],
  ]);
  refuses('to_phone', ['+79001234567', '89001234567', '7900123456', '790012345678', '7 900 123 45 67']);
});

test('sending times: ISO 8601 with an offset, real calendar dates only; the old form is marked', () => {
  const at = new Date('2026-12-31T21:00:00Z');
  takes('date_send', [
    ['2027-01-01T00:00:00+03:00', { at, legacy: false }],
    ['2026-12-31T21:00:00Z', { at, legacy: false }],
    ['2026-12-31T16:00:00-05:00', { at, legacy: false }],
    ['2027-01-01 00:00:00', { at, legacy: true }],
    // As languages write it by themselves.
    ['2026-12-31T21:00:00.000Z', { at, legacy: false }],
    ['2026-12-31T21:00:00.123456789Z', { at: new Date(at.getTime() + 123), legacy: false }],
    ['2027-01-01T00:00:00+0300', { at, legacy: false }],
    ['2027-01-01T00:00:00+03', { at, legacy: false }],
    ['2027-01-01 00:00:00+03:00', { at, legacy: false }],
    ['2027-01-01 00:00:00 +0300', { at, legacy: false }],
    ['2027-01-01T00:00+03:00', { at, legacy: false }],
    ['2027-01-01T00:00:00.0000000+03:00', { at, legacy: false }],
    ['2026-12-31t21:00:00z', { at, legacy: false }],
    ['2028-02-29T00:00:00+00:00', { at: new Date('2028-02-29T00:00:00Z'), legacy: false }],
    ['', null],
  ]);
  refuses('date_send', [
    '2027-01-01',
    '2027-01-01T00:00:00',
    '2027-02-29T00:00:00Z',
    '2027-04-31T00:00:00+03:00',
  ]);
  refuses('date_send', [
    '2027-13-01T00:00:00Z',
    '2027-01-01T24:00:00Z',
    '2027-01-01T00:60:00Z',
    '2027-01-01T00:00:60Z',
  ]);
  refuses('date_send', [
    '2027-01-01T00:00:00+15:00',
    '2027-01-01T00:00:00 03:00',
    '2027-01-01T00:00:00.000',
    '2027-01-01T00:00:00+3',
    '20270101T000000Z',
    'Fri, 01 Jan 2027 00:00:00 +0300',
  ]);
  refuses('date_send', ['2027-02-30 00:00:00', '2027-01-01 00:00', 1798750800, 1798750800000]);
});

test('callback addresses: http or https, nothing hidden inside', () => {
  takes('callback', [
    ['https://shop.example/cb?x=1', 'https://shop.example/cb?x=1'],
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080/'],
  ]);
  refuses('callback', [
    'shop.example',
    'ftp://x.ru',
    'https://',
    'https://u:p@x.ru',
    'http://x.ru/ a',
    'javascript:1',
  ]);
  refuses('callback', [`https://x.ru/${'a'.repeat(2048)}`, 'http://x.ru/\n', 5]);
});

test('flags and delivery types', () => {
  takes('testmode', [
    [1, true],
    ['1', true],
    [true, true],
    ['true', true],
    [0, false],
    ['0', false],
    [false, false],
    [undefined, false],
    ['', false],
  ]);
  refuses('testmode', [2, 'yes', [], {}]);
  takes('delivery_type', [
    [undefined, 'email'],
    ['link', 'link'],
    ['download', 'download'],
  ]);
  refuses('delivery_type', ['post', 'EMAIL', 1, ['link']]);
});

test('any value of a field is accepted, or the field is named as wrong', () => {
  const value = fc.oneof(fc.anything(), fc.string({ unit: 'binary', maxLength: 3000 }), fc.float());
  fc.assert(
    fc.property(fc.constantFrom(...(Object.keys(makeOrderRequest) as Name[])), value, (name, sent) => {
      const taken = read(name, sent);
      if (!isGiven(sent)) assert.equal(taken, name === 'product_id' || name === 'face' ? 'wrong' : taken);
      if (typeof taken === 'string') assert.ok(taken.isWellFormed() && !taken.includes('\0'));
    }),
    { numRuns: 3000 },
  );
});
