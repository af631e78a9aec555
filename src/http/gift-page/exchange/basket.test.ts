import assert from 'node:assert/strict';
import { test } from 'node:test';
import { basketIn, basketText } from './basket.ts';

test('a basket in an address is read as it was written', () => {
  const lines = [
    { productId: 2001, faceKopecks: 50_000 },
    { productId: 2002, faceKopecks: 100_050 },
    { productId: 2001, faceKopecks: 50_000 },
  ];
  assert.equal(basketText(lines), '2001-50000.2002-100050.2001-50000');
  assert.deepEqual(basketIn(basketText(lines)), lines);
});

test('what cannot be a line is passed over', () => {
  for (const text of [
    undefined,
    '',
    '.',
    '0-5',
    '5-0',
    '-5-5',
    '1e3-5',
    '5-5-5',
    '9'.repeat(40),
    ['2001-1'],
    '2001-1 ',
    '٣-٣',
  ])
    assert.deepEqual(basketIn(text), [], String(text));
  assert.deepEqual(basketIn('x.2001-100.'), [{ productId: 2001, faceKopecks: 100 }]);
  assert.equal(basketIn(Array.from({ length: 500 }, () => '2001-100').join('.')).length, 20);
});
