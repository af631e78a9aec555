import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readTable } from '../../src/platform/spreadsheet/read-table.ts';
import type { TableRow } from '../../src/platform/spreadsheet/table-row.ts';
import { deflatedZip } from '../support/deflated-zip.ts';
import { workbookWith, type WorkbookTraits } from '../support/workbook-with.ts';

/**
 * Workbooks as Excel, LibreOffice, 1C, Google and libraries write them, part by part, with what the standard (ECMA-376) says
 * is in them: a cell that is read otherwise is a certificate that can't be used.
 */
const folder = mkdtempSync(join(tmpdir(), 'facevalue-odd-'));
after(() => rmSync(folder, { recursive: true }));

const officePatienceMs = 120_000;
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';

async function read(content: Buffer | string): Promise<TableRow[]> {
  const path = join(folder, 'table');
  writeFileSync(path, content);
  const rows: TableRow[] = [];
  for await (const batch of readTable(path, {})) rows.push(...batch);
  return rows;
}

const plain = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><v>5</v></c></row>';
const plainRead: TableRow[] = [{ line: 1, cells: ['0012', 5] }];
const dates =
  '<row r="1"><c r="A1" s="1"><v>47848</v></c><c r="B1" s="2"><v>47848.5</v></c><c r="C1"><v>47848</v></c></row>';

const corpus: [what: string, traits: WorkbookTraits, rows: TableRow[]][] = [
  [
    'shared strings: zeros in front, parts with formats, entities, spaces, phonetic readings, escapes',
    {
      strings:
        '<si><t>00123456</t></si><si><r><rPr><b/></rPr><t>AB</t></r><r><t xml:space="preserve"> 12</t></r></si>' +
        '<si><t>a&amp;b &lt;x&gt; &#1071;</t></si><si><t>code</t><rPh sb="0" eb="1"><t>reading</t></rPh></si>' +
        '<si><t>_x0041_1</t></si><si><t><![CDATA[0<1&2]]></t></si>',
      rows: `<row r="1">${[0, 1, 2, 3, 4, 5].map((index) => `<c t="s"><v>${index}</v></c>`).join('')}</row>`,
    },
    [{ line: 1, cells: ['00123456', 'AB 12', 'a&b <x> Я', 'code', 'A1', '0<1&2'] }],
  ],
  [
    'strings in the cells, also in parts, also with what looks like markup or a formula',
    {
      rows: '<row r="1"><c t="inlineStr"><is><t>007</t></is></c><c t="inlineStr"><is><r><t>0</t></r><r><t>08</t></r></is></c><c t="inlineStr"><is><t>=1+1</t></is></c><c t="inlineStr"><is><t><![CDATA[</row>]]></t></is></c></row>',
    },
    [{ line: 1, cells: ['007', '008', '=1+1', '</row>'] }],
  ],
  [
    'numbers of cards, in each notation, up to 2^53',
    {
      rows: '<row r="1"><c><v>7700112233445566</v></c><c><v>1E15</v></c><c><v>7.700112233445566E+15</v></c><c t="n"><v> 7 </v></c><c><v>0.1</v></c></row>',
    },
    [{ line: 1, cells: [7700112233445566, 1e15, 7700112233445566, 7, 0.1] }],
  ],
  [
    'formulas by their last value, truths and errors',
    {
      rows: '<row r="1"><c t="str"><f>A2&amp;"x"</f><v>00123456</v></c><c><f>1+1</f><v>2</v></c><c><f>1+1</f></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c></row>',
    },
    [{ line: 1, cells: ['00123456', 2, '#VALUE!', true, '#N/A'] }],
  ],
  [
    'dates by format, not by value',
    { rows: dates },
    [
      {
        line: 1,
        cells: [new Date('2030-12-31T00:00:00Z'), new Date('2030-12-31T12:00:00Z'), 47848],
      },
    ],
  ],
  [
    'dates of workbooks that count from 1904',
    { rows: dates, date1904: true },
    [
      {
        line: 1,
        cells: [new Date('2035-01-01T00:00:00Z'), new Date('2035-01-01T12:00:00Z'), 47848],
      },
    ],
  ],
  [
    'gaps, hidden rows, merged cells, cells out of order, rows and cells without addresses',
    {
      rows: '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"/></row><row r="2"/><row r="4"><c r="C4" t="s"><v>0</v></c></row><row r="7" hidden="1"><c r="A7"><v>1</v></c></row><row><c><v>2</v></c><c><v>3</v></c></row><row r="9"><c r="B9"><v>5</v></c><c r="A9"><v>4</v></c></row>',
    },
    [
      { line: 1, cells: ['0012', null] },
      { line: 4, cells: [null, null, '0012'] },
      { line: 7, cells: [1], hidden: true },
      { line: 8, cells: [2, 3] },
      { line: 9, cells: [4, 5] },
    ],
  ],
  ['a comment is no row', { rows: `<!-- <row r="1"><c><v>9</v></c></row> -->${plain}` }, plainRead],
  ['single quotes', { rows: plain.replaceAll('"', `'`) }, plainRead],
  ['elements with a prefix', { prefix: 'x:', rows: plain.replaceAll(/<(\/?)/g, '<$1x:') }, plainRead],
  ['an address from the root', { target: '/xl/worksheets/sheet1.xml', rows: plain }, plainRead],
  ['the workbook after its sheets', { reverse: true, rows: plain }, plainRead],
  ['the strict form of the standard', { strict: true, rows: plain }, plainRead],
  ['a workbook with macros, which are never run', { macros: true, rows: plain }, plainRead],
  [
    'a sheet that claims all rows and columns',
    { dimension: 'A1:XFD1048576', rows: `${plain}<row r="2"><c r="A2"><v>7</v></c></row>` },
    [...plainRead, { line: 2, cells: [7] }],
  ],
  [
    'formats to the last column, which hold nothing',
    {
      rows: '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><v>5</v></c><c r="XFD1" s="3"/></row>',
    },
    plainRead,
  ],
];

for (const [what, traits, rows] of corpus)
  test(what, async () => {
    const found = await read(workbookWith(traits));
    assert.deepEqual(
      found.filter(({ cells }) => cells.length > 0),
      rows,
    );
  });

function withTwoSheets(state: string): Buffer {
  const names = `xmlns="${main}" xmlns:r="${office}"`;
  const relation = (id: number, type: string, path: string): string =>
    `<Relationship Id="rId${id}" Type="${office}/${type}" Target="${path}"/>`;
  const relations = (inner: string): string =>
    `<Relationships xmlns="${packaged}/relationships">${inner}</Relationships>`;
  const sheet = (text: string): string =>
    `<worksheet ${names}><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row></sheetData></worksheet>`;
  const sheets = [1, 2].map((at) => relation(at, 'worksheet', `worksheets/sheet${at}.xml`));
  return deflatedZip({
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"/>`,
    '_rels/.rels': relations(relation(1, 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook ${names}><sheets><sheet name="Старые" sheetId="1"${state} r:id="rId1"/><sheet name="&#1071;" sheetId="2" r:id="rId2"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(sheets.join('')),
    'xl/worksheets/sheet1.xml': sheet('old'),
    'xl/worksheets/sheet2.xml': sheet('new'),
  });
}

const sheetChosen: [state: string, text: string][] = [
  [' state="hidden"', 'new'],
  [` state='veryHidden'`, 'new'],
  [' state="visible"', 'old'],
  ['', 'old'],
];

test('a hidden sheet before the first visible one is not read', async () => {
  for (const [state, text] of sheetChosen)
    assert.deepEqual(
      (await read(withTwoSheets(state))).map(({ cells }) => cells),
      [[text]],
      state,
    );
});

const isOffice = spawnSync('soffice', ['--version']).error === undefined;
/** It shows dates as its language does, and counts formulas again. */
const shownOtherwise = /^(?:formulas|dates)/;

test('LibreOffice, a second reader, finds the same texts and numbers', { skip: !isOffice }, async () => {
  const chosen = corpus.filter(([what]) => !shownOtherwise.test(what));
  chosen.forEach(([, traits], at) => writeFileSync(join(folder, `book${at}.xlsx`), workbookWith(traits)));
  // Separated by semicolons, in UTF-8, values as they are and not as shown.
  const filter = 'csv:Text - txt - csv (StarCalc):59,34,76,1,,0,false,false,false';
  const home = `-env:UserInstallation=file://${join(folder, 'office')}`;
  const files = chosen.map((_, at) => `book${at}.xlsx`);
  const { status, stderr } = spawnSync('soffice', [home, '--headless', '--convert-to', filter, ...files], {
    cwd: folder,
    encoding: 'utf8',
    timeout: officePatienceMs,
  });
  assert.equal(status, 0, stderr);
  for (const [at, [what, , rows]] of chosen.entries()) {
    const shown = await read(readFileSync(join(folder, `book${at}.csv`)));
    assert.deepEqual(shown.map(textsOf), rows.map(textsOf), what);
  }
});

/** As the fields of a CSV file, numbers in one notation, without what is empty at the end. */
const textsOf = ({ cells }: TableRow): string =>
  cells
    .map((cell) => {
      // LibreOffice leaves escapes of the standard (ST_Xstring) as they are.
      const text = (cell === null ? '' : String(cell)).replaceAll('_x0041_', 'A');
      return /^[\d.]+(?:E\+?\d+)?$/i.test(text) && !text.startsWith('00') ? String(Number(text)) : text;
    })
    .join(';')
    .replace(/;+$/, '');
