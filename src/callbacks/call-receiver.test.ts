import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { printableHead } from './call-receiver.ts';

test('control characters become visible', () => {
  assert.equal(printableHead(Buffer.from('OK\r\n\t\0')), 'OK␍␊␉␀');
  assert.equal(printableHead(Buffer.from('\ufeffOK')), '\ufffdOK');
  assert.equal(printableHead(Buffer.from('Спасибо')), 'Спасибо');
});

test('a gift link loses its token in every encoding', () => {
  for (const link of [
    'https://a.example/g/Secret-token_1',
    'https:\\/\\/a.example\\/g\\/Secret-token_1',
    'a%2Fg%2FSecret-token_1',
  ]) {
    assert.doesNotMatch(printableHead(Buffer.from(`{"u":"${link}"}`)), /ecret/);
  }
});

test('any bytes become a short text that the database accepts', () => {
  const property = fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
    const text = printableHead(Buffer.from(bytes));
    assert.ok(text.length <= 200);
    assert.doesNotMatch(text, /\p{C}/u);
  });
  fc.assert(property);
});
