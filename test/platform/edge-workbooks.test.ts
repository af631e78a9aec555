import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readTable } from '../../src/platform/spreadsheet/read-table.ts';
import { tableOfBytes } from '../../src/platform/spreadsheet/table-file.ts';
import { TableProblem } from '../../src/platform/spreadsheet/table-problem.ts';
import type { TableRow } from '../../src/platform/spreadsheet/table-row.ts';
import { workbookWith, type WorkbookTraits } from '../support/workbook-with.ts';

/** Sheets at the edges of what a program would write, and past them. */
async function read(traits: WorkbookTraits): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for await (const batch of readTable(tableOfBytes(workbookWith(traits)), {})) rows.push(...batch);
  return rows;
}

async function refusal(traits: WorkbookTraits): Promise<string> {
  const problem: unknown = await read(traits).then(
    (rows) => JSON.stringify(rows),
    (error: unknown) => error,
  );
  assert.ok(problem instanceof TableProblem, String(problem));
  return problem.message;
}

test('the last row of a sheet is a row like others, those between cost nothing', async () => {
  const rows = '<row r="1"><c><v>1</v></c></row><row r="1048576"><c><v>2</v></c></row>';
  assert.deepEqual(await read({ rows }), [
    { line: 1, cells: [1] },
    { line: 1_048_576, cells: [2] },
  ]);
});

test('a row that no sheet has is refused', async () => {
  for (const place of ['1048577', '99999999999999999999', '0', '-1', '1.5', 'x'])
    assert.match(await refusal({ rows: `<row r="${place}"><c><v>1</v></c></row>` }), /row/, place);
});

test('a value in the last column is refused with the row', async () => {
  const rows = '<row r="3"><c r="A3"><v>1</v></c><c r="XFD3"><v>2</v></c></row>';
  assert.equal(await refusal({ rows }), 'row 3 has more than 200 cells');
});

test('a column that no sheet has is refused', async () => {
  for (const place of ['XFE1', 'ZZZZZZZZ1'])
    assert.ok(await refusal({ rows: `<row r="1"><c r="${place}"><v>1</v></c></row>` }), place);
});

/** What a format shows of a number, and LibreOffice too. */
const shownByFormat: [format: string, number: string, shown: string | number][] = [
  ['000000', '12', '000012'],
  ['00000000', '1234567890', '1234567890'],
  ['0000-0000', '1234', '0000-1234'],
  ['00-00', '123456', '1234-56'],
  ['&quot;AB&quot;0000', '12', 'AB0012'],
  ['\\G\\C000;[Red]-0', '7', 'GC007'],
  ['0', '12', 12],
  ['#,##0', '12', 12],
];

const rowOfFormats = shownByFormat.map(([, number], at) => `<c s="${at + 4}"><v>${number}</v></c>`).join('');
const formatted = (): WorkbookTraits => ({
  rows: `<row r="1">${rowOfFormats}</row>`,
  formats: shownByFormat.map(([format]) => format),
});

test('numbers come with the zeros that their format shows', async () => {
  assert.deepEqual(await read(formatted()), [{ line: 1, cells: shownByFormat.map(([, , shown]) => shown) }]);
  // Only whole numbers: the rest stays what it is.
  const rows = '<row r="1"><c s="4"><v>1.5</v></c><c s="4"><v>-5</v></c><c s="4" t="str"><v>5</v></c></row>';
  assert.deepEqual(await read({ rows, formats: ['0000'] }), [{ line: 1, cells: [1.5, -5, '5'] }]);
});

test('zeros of formats in a long sheet, where cells name no places', async () => {
  const count = 20_000;
  const rows = Array.from(
    { length: count },
    (_, at) => `<row><c t="str"><v>a</v></c><c s="4"><v>${at}</v></c></row>`,
  );
  const found = await read({
    rows: `<!-- <row r="9"><c s="4"><v>1</v></c></row> -->${rows.join('')}`,
    formats: ['00000'],
  });
  assert.equal(found.length, count);
  found.forEach(({ cells }, at) => assert.deepEqual(cells, ['a', String(at).padStart(5, '0')]));
});

test('dates written as text, as the strict form has them, are dates', async () => {
  const rows =
    '<row r="1"><c t="d"><v>2030-12-31</v></c><c t="d" s="2"><v>2030-12-31T12:00:00.000</v></c><c t="d"><v>T12:00:00</v></c></row>';
  assert.deepEqual(await read({ rows, strict: true }), [
    { line: 1, cells: [new Date('2030-12-31T00:00:00Z'), new Date('2030-12-31T12:00:00Z'), 'T12:00:00'] },
  ]);
});

test('a formula that nobody has calculated is an error and no empty cell', async () => {
  const rows =
    '<row r="1"><c r="A1"><v>1</v></c><c r="C1"><f>A1&amp;"x"</f></c></row><row r="2"><c r="A2"><v>2</v></c><c r="B2" t="str"><f>""</f><v></v></c></row>';
  assert.deepEqual(await read({ rows, prefix: '' }), [
    { line: 1, cells: [1, null, '#VALUE!'] },
    { line: 2, cells: [2, null] },
  ]);
});

const officePatienceMs = 120_000;
const isOffice = spawnSync('soffice', ['--version']).error === undefined;

test('LibreOffice shows the same zeros', { skip: !isOffice }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-edge-'));
  try {
    writeFileSync(join(folder, 'book.xlsx'), workbookWith(formatted()));
    // Separated by semicolons, in UTF-8, values as they are shown (other options switch that off).
    const filter = 'csv:Text - txt - csv (StarCalc):59,34,76,1';
    const home = `-env:UserInstallation=file://${join(folder, 'office')}`;
    const options = { cwd: folder, encoding: 'utf8', timeout: officePatienceMs } as const;
    const { status, stderr } = spawnSync(
      'soffice',
      [home, '--headless', '--convert-to', filter, 'book.xlsx'],
      options,
    );
    assert.equal(status, 0, stderr);
    const shown = readFileSync(join(folder, 'book.csv'), 'utf8').trim();
    assert.equal(shown, shownByFormat.map(([, , text]) => text).join(';'));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
