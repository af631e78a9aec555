import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readTable } from '../../src/platform/spreadsheet/read-table.ts';
import type { TableRow } from '../../src/platform/spreadsheet/table-row.ts';
import { deflatedZip } from '../support/deflated-zip.ts';

/**
 * Workbooks as Excel, LibreOffice, 1C, Google and libraries write them, part by part, with what the standard (ECMA-376) says
 * is in them: a cell that is read otherwise is a certificate that can't be used.
 */
const folder = mkdtempSync(join(tmpdir(), 'facevalue-odd-'));
after(() => rmSync(folder, { recursive: true }));

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';

interface Traits {
  rows: string;
  strings?: string;
  /** Of the elements, as `x:`; others write no prefix. */
  prefix?: string;
  date1904?: boolean;
  /** The address of the sheet in the relations. */
  target?: string;
  /** Parts in the reverse order. */
  reverse?: boolean;
}

function workbook({ rows, strings, prefix: p = '', date1904, target, reverse }: Traits): Buffer {
  const names = p === '' ? `xmlns="${main}"` : `xmlns:${p.slice(0, -1)}="${main}"`;
  const relations = (some: [id: string, type: string, path: string][]): string =>
    `<Relationships xmlns="${packaged}/relationships">${some.map(([id, type, path]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${path}"/>`).join('')}</Relationships>`;
  const parts = Object.entries({
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"/>`,
    '_rels/.rels': relations([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<?xml version="1.0" encoding="UTF-8"?><${p}workbook ${names} xmlns:r="${office}">${date1904 === true ? `<${p}workbookPr date1904="1"/>` : ''}<${p}sheets><${p}sheet name="Коды" sheetId="1" r:id="rId1"/></${p}sheets></${p}workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ['rId1', 'worksheet', target ?? 'worksheets/sheet1.xml'],
      ['rId2', 'sharedStrings', 'sharedStrings.xml'],
      ['rId3', 'styles', 'styles.xml'],
    ]),
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd.mm.yyyy"/></numFmts><cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="49"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<${p}sst ${names}>${strings ?? `<${p}si><${p}t>0012</${p}t></${p}si>`}</${p}sst>`,
    'xl/worksheets/sheet1.xml': `<${p}worksheet ${names}><${p}sheetData>${rows}</${p}sheetData><${p}mergeCells count="1"><${p}mergeCell ref="A1:B1"/></${p}mergeCells></${p}worksheet>`,
  });
  return deflatedZip(Object.fromEntries(reverse === true ? parts.toReversed() : parts));
}

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

const corpus: [what: string, traits: Traits, rows: TableRow[]][] = [
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
    [{ line: 1, cells: ['00123456', 2, null, true, '#N/A'] }],
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
      { line: 7, cells: [1] },
      { line: 8, cells: [2, 3] },
      { line: 9, cells: [4, 5] },
    ],
  ],
  ['a comment is no row', { rows: `<!-- <row r="1"><c><v>9</v></c></row> -->${plain}` }, plainRead],
  ['single quotes', { rows: plain.replaceAll('"', `'`) }, plainRead],
  ['elements with a prefix', { prefix: 'x:', rows: plain.replaceAll(/<(\/?)/g, '<$1x:') }, plainRead],
  ['an address from the root', { target: '/xl/worksheets/sheet1.xml', rows: plain }, plainRead],
  ['the workbook after its sheets', { reverse: true, rows: plain }, plainRead],
];

for (const [what, traits, rows] of corpus)
  test(what, async () => {
    const found = await read(workbook(traits));
    assert.deepEqual(
      found.filter(({ cells }) => cells.length > 0),
      rows,
    );
  });
