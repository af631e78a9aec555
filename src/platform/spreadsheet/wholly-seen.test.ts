import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readTable } from './read-table.ts';
import { TableProblem } from './table-problem.ts';
import { whollySeen } from './wholly-seen.ts';

const samples = join(import.meta.dirname, '../../../test/field/sheets');

async function rowsIn(file: string): Promise<number> {
  let rows = 0;
  for await (const batch of whollySeen(readTable(join(samples, file), {}))) rows += batch.length;
  return rows;
}

test('a table with rows, columns or sheets that nobody sees is refused with what to do', async () => {
  const refused: [string, RegExp][] = [
    ['s05-hidden-rows.xlsx', /^row 3 is hidden: show all rows/],
    ['hidden-column.xlsx', /^column 3 is hidden: show all columns/],
    ['s08-two-sheets.xlsx', /^the workbook has a further sheet «500»/],
  ];
  for (const [file, why] of refused)
    await assert.rejects(
      rowsIn(file),
      (problem) => problem instanceof TableProblem && why.test(problem.message),
    );
  assert.equal(await rowsIn('merged-faces.xlsx'), 5);
  assert.equal(await rowsIn('hidden-sheet.xlsx'), 2, 'a hidden sheet is no list of codes');
});
