import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { Data } from '../../platform/values/fields.ts';
import { readData } from './read-call.ts';

function dataOf(format: string, text: string): Data {
  const reading = readData(format, text);
  if (reading.is !== 'data') assert.fail(reading.error.text);
  return reading.data;
}

function problemOf(format: string, text: string): string {
  const reading = readData(format, text);
  if (reading.is !== 'malformed') assert.fail('It was read as data.');
  assert.equal(reading.error.code, 1000);
  return reading.error.text;
}

test('an empty text, {} and [] mean no fields', () => {
  for (const text of ['', ' ', '{}', '[]']) assert.deepEqual(dataOf('json', text), {});
  assert.deepEqual(dataOf('', ''), {});
});

test('JSON as PHP writes it is read; of repeated keys the last one counts', () => {
  assert.deepEqual(dataOf('json', String.raw`{"text":"\u041f\/x","a":1,"a":2}`), { text: 'П/x', a: 2 });
});

test('JSON that is not an object, invalid or nested too deep is malformed', () => {
  for (const text of ['null', '1', '"x"', '[1]', 'true'])
    assert.match(problemOf('json', text), /JSON object/);
  for (const text of ['{', "{'a':1}", '{"a":1}x', 'a=1', '{"a":NaN}']) {
    assert.match(problemOf('json', text), /not JSON/);
  }
  assert.match(problemOf('json', `${'['.repeat(30_000)}${']'.repeat(30_000)}`), /nested/);
  assert.match(problemOf('json', `${'{"a":'.repeat(9)}1${'}'.repeat(9)}`), /nested/);
  assert.deepEqual(Object.keys(dataOf('json', `${'{"a":'.repeat(8)}1${'}'.repeat(8)}`)), ['a']);
});

test('names like __proto__ are ordinary keys', () => {
  const reading = readData('json', '{"__proto__":{"product_id":1},"constructor":{"prototype":{"face":1}}}');
  if (reading.is !== 'data') assert.fail();
  assert.equal(reading.data['product_id'], undefined);
  assert.equal(({} as { product_id?: number }).product_id, undefined);
});

test('pairs are decoded a second time, and brackets make arrays', () => {
  assert.deepEqual(dataOf('', 'product_id=14073&face=3000&text=%D0%9F+1%2B1'), {
    product_id: '14073',
    face: '3000',
    text: 'П 1+1',
  });
  assert.deepEqual(dataOf('pairs', 'id[]=1&id%5B%5D=2&product_id[0]=3'), {
    id: ['1', '2'],
    product_id: ['3'],
  });
  assert.match(problemOf('', 'face=1&face=2'), /repeated parameter face/);
  assert.match(problemOf('', 'face=%ff'), /percent-encoded/);
  assert.match(problemOf('', 'text=%2500&comment=%00'), /NUL/);
});

const greeting = 'Happy&product_id=2001&face=3000&email_to=thief@example.com&text=x';

test('text signed as JSON is never read as pairs, whatever precedes the bracket', () => {
  const order = JSON.stringify({
    product_id: 2001,
    face: 500,
    email_to: 'friend@example.com',
    text: greeting,
  });
  const blanks = [
    '',
    ' ',
    '\t\r\n',
    '\uFEFF',
    '\u00A0',
    '\u2003\u2028',
    '\u0001',
    '+',
    '%20',
    '%0A',
    '%EF%BB%BF',
    '%C2%A0',
  ];
  for (const blank of blanks) {
    for (const text of [
      order,
      `[${order}]`,
      encodeURI(order),
      order.replace('{', '%7B'),
      order.replace('{', '%5b'),
    ]) {
      assert.match(problemOf('', blank + text), /in=json/, JSON.stringify(blank + text));
      assert.match(problemOf('pairs', blank + text), /in=json/);
    }
  }
  for (const nothing of ['{}', '[]', ' { } ', '[\n]']) assert.deepEqual(dataOf('', nothing), {});
});

test('one signed text has one meaning: of all values of in that accept it, each reads the same fields', () => {
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(greeting, '3000', '{', '[]', '&face=1'),
  );
  const fields = fc.dictionary(
    fc.constantFrom('product_id', 'face', 'email_to', 'text', 'id', '{', '['),
    value,
  );
  const asPairs = fields.map((object) => new URLSearchParams(object).toString());
  const loosely = fields.map((object) =>
    Object.entries(object)
      .map((pair) => pair.join('='))
      .join('&'),
  );
  const asJson = fields.map((object) => JSON.stringify(object));
  const before = fc.constantFrom(
    '',
    ' ',
    '\n',
    '\uFEFF',
    '%20',
    '+',
    '\v',
    '\u0000',
    '\u200B',
    '\u2028',
    '\u180E',
  );
  const form = fc.oneof(
    asPairs,
    loosely,
    asJson,
    asJson.map(encodeURI),
    asJson.map((text) => `[${text}]`),
    fc.json(),
    fc.string(),
  );
  const known = ['product_id', 'face', 'email_to', 'text', 'id', 'uuid'];
  fc.assert(
    fc.property(before, form, (blank, text) => {
      const meanings = ['', 'pairs', 'json', 'JSON'].flatMap((format) => {
        const reading = readData(format, blank + text);
        if (reading.is === 'malformed') return [];
        const { data } = reading;
        return [JSON.stringify(known.map((name) => (Object.hasOwn(data, name) ? data[name] : null)))];
      });
      assert.ok(new Set(meanings).size <= 1, meanings.join(' or '));
    }),
    { numRuns: 20_000 },
  );
});

test('an unknown value of in is refused, and JSON in capitals is accepted', () => {
  assert.match(problemOf('xml', '{}'), /in must be json/);
  assert.deepEqual(dataOf('JSON', '{"a":1}'), { a: 1 });
});

test('any input gives data or a refusal', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.json().map(encodeURIComponent));
  fc.assert(
    fc.property(fc.constantFrom('', 'json', 'pairs', 'x'), text, (format, sent) => {
      const reading = readData(format, sent);
      if (reading.is === 'malformed') assert.equal(reading.error.code, 1000);
    }),
    { numRuns: 2000 },
  );
});
