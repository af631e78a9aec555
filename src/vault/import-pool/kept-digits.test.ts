import assert from 'node:assert/strict';
import { test } from 'node:test';
import { looksRounded, noLongNumbers, noteNumber } from './kept-digits.ts';

const rounded = (...numbers: string[]): boolean => {
  const long = noLongNumbers();
  for (const number of numbers) noteNumber(long, number);
  return looksRounded(long);
};

test('a column whose long numbers end in zeros where a spreadsheet stops looks rounded', () => {
  assert.ok(rounded('4400112233445560', '4400112233445990', '4400998877665540'));
  assert.ok(rounded('4400 1122 3344 5560', '4400-1122-3344-5990', '4400998877665540', 'AB-1'));
  assert.ok(rounded('440011223344556000'), 'three zeros of one number');
  assert.ok(rounded('44001122334455600', '44001122334459900'), 'two of two');
  const mixed = Array.from({ length: 10 }, (_, at) => `4400112233445${at}6${at < 6 ? 0 : at}`);
  assert.ok(rounded(...mixed), 'most of many: the others were written as text');
});

test('numbers that end in zeros by chance, or are short enough, are left alone', () => {
  assert.ok(!rounded('4400112233445560', '4400112233445990'), 'once in a hundred files');
  assert.ok(!rounded('4400112233445560', '4400112233445990', '4400112233445990', '4400112233445991'));
  assert.ok(!rounded('440011223344000', '440011223345000', '440011223346000'), 'fifteen digits are kept');
  const random = Array.from({ length: 100 }, (_, at) => `44001122334455${String(at).padStart(2, '0')}`);
  assert.ok(!rounded(...random));
  assert.ok(
    !rounded('GC-4400112233445560', 'GC-4400112233445570', 'GC-4400112233445580'),
    'texts for certain',
  );
});
