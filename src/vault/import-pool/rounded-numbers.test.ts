import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codesIn, load, reportOf, worldWithPool } from '../../../test/support/pool-import-world.ts';
import { refusalText } from './import-reasons.ts';
import type { Cell } from '../../platform/spreadsheet/table-row.ts';

test('a column that looks rounded refuses the file, unless somebody says that its zeros are real', async () => {
  await using world = await worldWithPool();
  const numbers = ['4400112233445560', '4400112233445990', '4400998877665540'];
  for (const rows of [numbers.map((number) => [number, '']), numbers.map((pin, at) => [`A-${at}`, pin])]) {
    const table: Cell[][] = [['Номер', 'ПИН'], ...rows];
    const refusal = await load(world, table, { faceKopecks: 50_000, skipWrong: true });
    assert.ok(refusal.is === 'refused' && refusal.why === 'rounded', JSON.stringify(refusal));
    assert.match(refusalText(refusal, 'en'), /look rounded.*Format the column as text/);
    assert.deepEqual(await codesIn(world), []);
    reportOf(await load(world, table, { faceKopecks: 50_000, zerosAreReal: true, dryRun: true }), 'preview');
  }
  const cells = [['Номер'], ...numbers.map((number) => [Number(number)])];
  const report = reportOf(
    await load(world, cells, { faceKopecks: 50_000, zerosAreReal: true }),
    'nothing-loaded',
  );
  assert.equal(report.wrong.total, 3, 'a cell that is a number has lost its digits for certain');
});
