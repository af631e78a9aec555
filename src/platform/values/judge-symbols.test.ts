import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSymbols, withoutUnseen } from './judge-symbols.ts';

const faultOf = (given: string | number, asGiven = false): string => {
  const read = readSymbols('number', given, asGiven);
  return read.is === 'read' ? 'read' : read.fault.is;
};

test('what people and suppliers call a code is read exactly as it came', () => {
  const codes = [
    'ABCD-1234',
    '0012 3',
    'ab12',
    'СЕРТ-001',
    '№ 12345',
    '1\u00a0234',
    '12\u221234',
    '12E5',
    '1E-0001',
  ];
  for (const code of [...codes, '2024.001', '#A/1+2', 'Σ1', '\uff21\uff22-1', '\u0439\u0451'])
    assert.deepEqual(readSymbols('number', ` ${code}\r\n`), { is: 'read', value: code });
  assert.deepEqual(readSymbols('PIN', 42), { is: 'read', value: '42' });
  assert.deepEqual(readSymbols('number', 999_999_999_999_999), { is: 'read', value: '999999999999999' });
});

test('what nobody can see or type is refused and named, whoever says that it is meant', () => {
  const signs = [
    '\u200b',
    '\u200e',
    '\u00ad',
    '\u2060',
    '\u202a',
    '\u2066',
    '\ufe0f',
    '\u034f',
    '\u3164',
    '\u115f',
    '\uffa0',
  ];
  const more = [
    '\u180e',
    '\u{e0041}',
    '\0',
    '\u0085',
    '\ue000',
    '\u{10fffd}',
    '\u0378',
    '\ufffd',
    '\ufffc',
    '\u2028',
    '\u2800',
  ];
  for (const sign of [...signs, ...more, '\ufeff', '\ud83d'])
    for (const text of [`${sign}ZW33`, `ZW${sign}33`, `ZW33${sign}`]) {
      if (text.trim() !== text && sign !== '\ufeff') continue;
      const read = readSymbols('number', text, true);
      assert.equal(read.is, 'wrong');
      const name = (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
      assert.deepEqual(read.fault, { is: 'unseen', sign: `U+${name}` }, 'a reason never quotes the number');
    }
  assert.equal(withoutUnseen('\u200bZW\u206033\ufeff'), 'ZW33');
  for (const digit of ['\uff11', '\u0661', '\u{1d7cf}', '\u2460', '\u00b2', '\u2167'])
    assert.equal(faultOf(`A${digit}`, true), 'digit');
});

test('amounts are no codes', () => {
  for (const text of ['7.7E15', '7.7E+15', '7,7e15', '7E+15', '7.Е15', '7.7 E+15', '-1.5E-3', '1,2е-5'])
    assert.equal(faultOf(text, true), 'exponent', text);
  for (const text of ['770011220001.0', '770011220001,00', '770 011 220 001,0', '12,50', '1,000,000'])
    assert.equal(faultOf(text, true), 'decimal', text);
  for (const text of ['12E45', '5E10', '1234.5678', '10.20.30', '1,2345', 'E15', '0012', '12-50'])
    assert.equal(faultOf(text), 'read', text);
  assert.equal(faultOf(1.5, true), 'decimal');
  assert.equal(faultOf(-1, true), 'negative');
  for (const amount of [1e15, 2 ** 53 - 1, 1e300]) assert.equal(faultOf(amount, true), 'rounded');
  assert.equal(faultOf('x'.repeat(256), true), 'too-long');
});

test('what is probably no code is refused unless somebody says that it is meant', () => {
  const doubtful: [string, string][] = [
    ['\u0410BC1', 'alphabets'],
    ['GIFT-ПОДАРОК', 'alphabets'],
    ['\u0391\u0412', 'alphabets'],
    ['GC•1', 'unusual'],
    ['\ufb01', 'unusual'],
    ['\u{1d400}1', 'unusual'],
    ['\u0261C1', 'unusual'],
    ['q\u0301', 'unusual'],
    ['ÊÎÄ-1', 'unusual'],
  ];
  for (const [text, fault] of doubtful) {
    assert.equal(faultOf(text), fault, text);
    assert.equal(faultOf(text, true), 'read', text);
  }
});
