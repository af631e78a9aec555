import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeGroups, fullStop, quoted } from './typography.ts';

test('quotation marks within quotation marks become inner ones', () => {
  assert.equal(quoted('Листва', 'ru'), '«Листва»');
  for (const name of ['Кафе «Мотылёк»', 'Кафе "Мотылёк"', 'Кафе „Мотылёк“', 'Кафе “Мотылёк”'])
    assert.equal(quoted(name, 'ru'), '«Кафе „Мотылёк“»', name);
  assert.equal(quoted('«Дым» и «Чабрец»', 'ru'), '«„Дым“ и „Чабрец“»');
  assert.equal(quoted('«Мотылёк»', 'ru'), '«Мотылёк»');
  assert.equal(quoted('"Мотылёк"', 'ru'), '«Мотылёк»');
  assert.equal(quoted('Café "Moth"', 'en'), '“Café ‘Moth’”');
  assert.equal(quoted('Moth', 'en'), '“Moth”');
});

test('an abbreviation at the end of a sentence keeps its one full stop', () => {
  assert.equal(fullStop('до 31 декабря 2027 г.'), 'до 31 декабря 2027 г.');
  assert.equal(fullStop('until 31 December 2027'), 'until 31 December 2027.');
});

test('only long plain codes are grouped', () => {
  assert.deepEqual(codeGroups('2200451298760031'), ['2200', '4512', '9876', '0031']);
  assert.deepEqual(codeGroups('ABCDEFGHJ'), ['ABCD', 'EFGH', 'J']);
  for (const whole of ['4821', 'GIFT-2026-07', '99999-999-999-999'])
    assert.deepEqual(codeGroups(whole), [whole]);
});
