/** Workbooks that cost their readers far more than their writers. */
import { deflateRawSync } from 'node:zlib';
import { deflatedZip, sheetOf, workbookOf } from '../../support/deflated-zip.ts';
import { workbookWith } from '../../support/workbook-with.ts';
import type { FieldSample } from '../field-sample.ts';

/** `read`: so many rows; `refused`: with this reason; `either`: whatever comes, in time. */
export type Right = { is: 'read'; rows: number } | { is: 'refused'; why: RegExp } | { is: 'either' };
export type Bomb = FieldSample<() => Buffer, Right>;

const refused = (why: RegExp): Right => ({ is: 'refused', why });
const read = (rows: number): Right => ({ is: 'read', rows });
const tooLong = refused(/a piece of more than 256 kB/);
const neverEnds = refused(/never ends|a piece of more/);

const naming = (rows: number, cells = 1): string =>
  Array.from({ length: rows }, () => `<row>${'<c t="s"><v>0</v></c>'.repeat(cells)}</row>`).join('');
const one = '<row r="1"><c r="A1" t="d"><v>2030-01-01</v></c></row>';
const before = (unclosed: string): Buffer => workbookWith({ rows: `${one}${unclosed}<row r="2"></row>` });
const longest = 'ж'.repeat(32_767);
const rich = `<si>${`<r><t>${'x'.repeat(200_000)}</t></r>`.repeat(20)}</si>`;

const entities = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${Array.from(
  { length: 9 },
  (_, at) => `<!ENTITY ${'bcdefghij'[at]} "${`&${'abcdefghi'[at]};`.repeat(10)}">`,
).join('')}]>`;

/** One packed entry that the directory names again and again. */
function overlapping(times: number): Buffer {
  const data = deflateRawSync(Buffer.alloc(10_000_000, 'a'));
  const local = Buffer.alloc(31, 0);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt16LE(1, 26);
  const entry = Buffer.alloc(47, 0);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(data.length, 20);
  entry.writeUInt32LE(10_000_000, 24);
  entry.writeUInt16LE(1, 28);
  const end = Buffer.alloc(22, 0);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(times, 10);
  end.writeUInt32LE(local.length + data.length, 16);
  return Buffer.concat([local, data, ...Array.from({ length: times }, () => entry), end]);
}

/** The directory says a part has a kilobyte. */
function understated(): Buffer {
  const archive = workbookOf({
    strings: '<sst/>',
    sheet: sheetOf('<row><c><v>1</v></c></row>'.repeat(2_000_000)),
  });
  const name = archive.lastIndexOf('xl/worksheets/sheet1.xml');
  archive.writeUInt32LE(1024, name - 46 + 24);
  return archive;
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const form = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const times = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('');

/** Megabytes that take a few kilobytes. */
const comments = (megabytes: number): string => `<!--${'x'.repeat(200_000 - 7)}-->`.repeat(megabytes * 5);

/** So many sheets, which are one part: its rows, what follows them, these styles, and what else the head holds. */
function bookOf({ sheets = 1, styles = '', rows = one, after = '', head = '' }): Buffer {
  return deflatedZip({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="${form}.sheet.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}">${head}<sheets>${times(sheets, (at) => `<sheet name="s${at}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${head}${times(sheets, (at) => `<Relationship Id="rId${at + 1}" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/>`)}<Relationship Id="s" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}">${styles}</styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData>${after}</worksheet>`,
  });
}

/** The name of a column, from 0. */
const lettersOf = (column: number): string =>
  (column < 26 ? '' : lettersOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

export const workbookBombs: Bomb[] = [
  {
    name: 'a string of a megabyte that 12,000 cells name',
    source: 'developer0hye/office2pdf#1702',
    input: () => workbookWith({ rows: naming(12_000), strings: `<si><t>${'x'.repeat(1_000_000)}</t></si>` }),
    right: tooLong,
  },
  {
    name: 'a string of many parts, four megabytes in all, that 700 cells name',
    source: 'own',
    input: () => workbookWith({ rows: naming(700), strings: rich }),
    right: read(700),
  },
  {
    name: 'the longest string that a cell may have, in 700 rows',
    source: 'own',
    input: () => workbookWith({ rows: naming(700), strings: `<si><t>${longest}</t></si>` }),
    right: read(700),
  },
  {
    name: 'the longest string that a cell may have, in 50,000 rows',
    source: 'own',
    input: () => workbookWith({ rows: naming(50_000), strings: `<si><t>${longest}</t></si>` }),
    right: refused(/too large to read/),
  },
  {
    name: 'the longest string that a cell may have, 150 times in a row',
    source: 'own',
    input: () => workbookWith({ rows: naming(1, 150), strings: `<si><t>${longest}</t></si>` }),
    right: refused(/row 1 has more than \d+ characters/),
  },
  ...(
    [
      ['a comment', '<!--'],
      ['a section of plain text', '<![CDATA['],
      ['an instruction', '<?'],
      ['a cell', '<c '],
      ['a cell with a value', '<c><v>1'],
      ['a row', '<row '],
      ['an attribute', '<c r="'],
      ['a formula', '<c><f>'],
    ] as const
  ).map(([what, start]): Bomb => ({
    name: `${what} that begins 200,000 times and never ends`,
    source: 'own',
    input: () => before(start.repeat(200_000)),
    right: refused(/never ends|a piece of more|nested too deeply/),
  })),
  {
    name: 'a comment of 100 megabytes',
    source: 'own',
    input: () => before(`<!--${'a'.repeat(100_000_000)}-->`),
    right: tooLong,
  },
  {
    name: 'a cell of 100 megabytes',
    source: 'bobmatnyc/trusty-tools#4894',
    input: () => before(`<row><c t="inlineStr"><is><t>${'a'.repeat(100_000_000)}</t></is></c></row>`),
    right: tooLong,
  },
  {
    name: 'elements in elements, 100,000 deep',
    source: 'sebastian-software/xlsx-format#35',
    input: () => before('<a>'.repeat(100_000)),
    right: refused(/nested too deeply/),
  },
  {
    name: 'entities of entities',
    source: 'CVE-2003-1564',
    input: () =>
      workbookOf({ strings: `${entities}<sst><si><t>&j;</t></si></sst>`, sheet: sheetOf(naming(3)) }),
    right: read(3),
  },
  {
    name: 'a comment in the strings that never ends',
    source: 'own',
    input: () => workbookOf({ strings: `<sst>${'<!--'.repeat(1_000_000)}`, sheet: sheetOf(naming(3)) }),
    right: neverEnds,
  },
  {
    name: 'three million strings',
    source: 'own',
    input: () =>
      workbookOf({
        strings: `<sst>${Array.from({ length: 3_000_000 }, (_, at) => `<si><t>${at}</t></si>`).join('')}</sst>`,
        sheet: sheetOf(naming(3)),
      }),
    right: { is: 'either' },
  },
  {
    name: 'ten million empty cells in a row',
    source: 'MinamiyamaKotaro/xlsxparser#88',
    input: () => before(`<row>${'<c/>'.repeat(10_000_000)}</row>`),
    right: { is: 'either' },
  },
  {
    name: 'five million empty rows',
    source: 'own',
    input: () => before('<row/>'.repeat(5_000_000)),
    right: { is: 'either' },
  },
  {
    name: 'an empty cell in the last column of 20,000 rows',
    source: 'productdevbook/hucre#333',
    input: () =>
      before(
        Array.from(
          { length: 20_000 },
          (_, at) => `<row r="${at + 3}"><c r="XFD${at + 3}" s="1"/></row>`,
        ).join(''),
      ),
    right: refused(/too large to read/),
  },
  {
    name: 'a cell in a column that no sheet has',
    source: 'productdevbook/hucre#333',
    input: () => before('<row r="3"><c r="ZZZZZZZ3"><v>1</v></c></row>'),
    right: { is: 'refused', why: /damaged/ },
  },
  {
    name: '50,000 sheets',
    source: 'own',
    input: () => bookOf({ sheets: 50_000 }),
    right: refused(/more than 500 sheets/),
  },
  {
    name: '500 sheets in a head of 15 megabytes',
    source: 'own',
    input: () => bookOf({ sheets: 500, rows: '', head: comments(15) }),
    right: read(0),
  },
  {
    name: '500 sheets that are one part of 100 megabytes without a value',
    source: 'own',
    input: () => bookOf({ sheets: 500, rows: '<row r="1"/>', after: comments(100) }),
    right: read(0),
  },
  {
    name: 'sixteen thousand merged columns, and a million rows',
    source: 'own',
    input: () =>
      bookOf({
        rows: times(1_000_000, (at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>1</v></c></row>`),
        after: `<mergeCells>${times(16_384, (at) => `<mergeCell ref="${lettersOf(at)}1:${lettersOf(at)}1048576"/>`)}</mergeCells>`,
      }),
    right: { is: 'either' },
  },
  {
    name: '200,000 styles of cells with 50,000 formats',
    source: 'own',
    input: () =>
      bookOf({
        styles: `<numFmts>${times(50_000, (at) => `<numFmt numFmtId="${at + 200}" formatCode="00"/>`)}</numFmts><cellXfs>${times(200_000, (at) => `<xf numFmtId="${at + 200}"/>`)}</cellXfs>`,
      }),
    right: read(1),
  },
  {
    name: 'a format of 200,000 brackets, and of quotes',
    source: 'own',
    input: () =>
      bookOf({
        styles: `<numFmts><numFmt numFmtId="200" formatCode="${'['.repeat(200_000)}"/><numFmt numFmtId="201" formatCode='${'"'.repeat(200_001)}'/></numFmts>`,
      }),
    right: read(1),
  },
  {
    name: 'a format that begins 200,000 times and never ends',
    source: 'own',
    input: () => bookOf({ styles: '<numFmt '.repeat(200_000) }),
    right: tooLong,
  },
  {
    name: 'columns that are hidden again and again, and from a billion below zero',
    source: 'own',
    input: () =>
      bookOf({
        after: times(20_000, () => '<cols><col min="-1000000000" max="16384" hidden="1"/></cols>'),
      }),
    right: refused(/too large to read/),
  },
  {
    name: '300,000 merged ranges that cover all of the sheet',
    source: 'MinamiyamaKotaro/xlsxparser#88',
    input: () =>
      bookOf({
        after: `<mergeCells>${times(300_000, () => '<mergeCell ref="A1:XFD1048576"/>')}</mergeCells>`,
      }),
    right: read(1),
  },
  {
    name: 'an archive whose directory names one entry a thousand times',
    source: 'own',
    input: () => overlapping(1000),
    right: refused(/unpacks to more than/),
  },
  {
    name: 'a directory that understates what a part unpacks to',
    source: 'CVE-2026-38359',
    input: understated,
    right: refused(/damaged/),
  },
];
