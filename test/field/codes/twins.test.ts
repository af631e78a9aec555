/** Numbers that differ from another one in 0 and O, or in 1, I and l, alone, are different codes: a preview says so, and they are loaded. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load, reportOf, worldWithPool } from '../../support/pool-import-world.ts';
import { otherSpellings } from '../../../src/vault/import-pool/twins.ts';
import { twins } from './samples.ts';

const table = (numbers: readonly string[]) => [
  ['Номер', 'ПИН', 'Номинал'],
  ...numbers.map((number) => [number, '', 500]),
];

for (const { name, input, right } of twins)
  test(`a preview tells of codes that are easily confused: ${name}`, async () => {
    await using world = await worldWithPool();
    if (input.stock.length > 0) reportOf(await load(world, table(input.stock), { asGiven: true }), 'loaded');
    const report = reportOf(await load(world, table(input.file), { dryRun: true, asGiven: true }), 'preview');
    assert.deepEqual(
      report.twins?.shown.map(({ line, firstLine }) => [line, firstLine]),
      right,
    );
    const loaded = reportOf(await load(world, table(input.file), { asGiven: true }), 'loaded');
    assert.equal(loaded.loaded, input.file.length);
  });

test('the spellings of a number are few, and it is none of them', () => {
  for (const number of ['0101010101010101', 'OOOOOOOOOOOO', 'A0', 'XYZ']) {
    const others = otherSpellings(number);
    assert.ok(others.length <= 8 && !others.includes(number), number);
  }
  assert.deepEqual(otherSpellings('AO1'), ['A01', 'AOI', 'AOL']);
});
