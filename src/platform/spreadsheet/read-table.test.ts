import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { writeXlsx } from 'hucre/xlsx';
import { readTable } from './read-table.ts';
import type { TableRow } from './table-row.ts';
import { TableProblem } from './table-problem.ts';
import { unpackedSize } from './zip-entries.ts';

async function read(
  content: Uint8Array | string,
  sheet?: string,
  onProgress?: (fraction: number) => void,
): Promise<TableRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'facevalue-table-'));
  try {
    const path = join(folder, 'table');
    await writeFile(path, content);
    const rows: TableRow[] = [];
    for await (const batch of readTable(path, { sheet, onProgress })) rows.push(...batch);
    return rows;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const cp1251 = (text: string): Buffer =>
  Buffer.from(
    Array.from(text, (letter) => {
      const point = letter.codePointAt(0) ?? 0;
      return point >= 0x410 && point <= 0x44f ? point - 0x350 : point;
    }),
  );

const expected: TableRow[] = [
  { line: 1, cells: ['Номер', 'ПИН'] },
  { line: 2, cells: ['a;b', null] },
  { line: 4, cells: ['строка "два"', '7'] },
];

const text = (delimiter: string): string =>
  ['Номер', 'ПИН\r\n"a;b"', ' \r\n\r\n"строка ""два"""', '7'].join(delimiter);

test('the same table is read in every encoding and with every delimiter', async () => {
  for (const delimiter of [';', ',', '\t']) {
    assert.deepEqual(await read(text(delimiter)), expected, delimiter);
    assert.deepEqual(await read(`\uFEFF${text(delimiter)}`), expected, `${delimiter} with BOM`);
    assert.deepEqual(await read(cp1251(text(delimiter))), expected, `${delimiter} in windows-1251`);
    assert.deepEqual(await read(Buffer.from(`\uFEFF${text(delimiter)}`, 'utf16le')), expected, 'UTF-16');
  }
});

test('characters split between two reads are kept', async () => {
  const rows = await read(`Номер\n${'ё'.repeat(5)}\n${'жж\n'.repeat(60_000)}`);
  assert.equal(rows.length, 60_002);
  assert.ok(rows.slice(2).every((row) => row.cells[0] === 'жж'));
});

test('an unclosed quote is a problem with its line number', async () => {
  await assert.rejects(read(`Номер;ПИН\n1;2\n"3;4\n${'5;6\n'.repeat(40_000)}`), (problem: Error) => {
    assert.ok(problem instanceof TableProblem);
    assert.match(problem.message, /quote/);
    assert.doesNotMatch(problem.message, /5;6/);
    return true;
  });
});

test('a workbook is read with types and line numbers', async () => {
  const day = new Date(Date.UTC(2027, 11, 31));
  const workbook = await writeXlsx({
    sheets: [
      { name: 'Коды', rows: [['Номер', 'PIN', 'Срок'], ['007', 12.5, day], [], ['x', null, true, ' ']] },
      { name: 'Другой', rows: [['второй лист']] },
    ],
  });
  const sheets = [
    { name: 'Коды', isHidden: false, isRead: true },
    { name: 'Другой', isHidden: false, isRead: false },
  ];
  assert.deepEqual(await read(workbook), [
    { line: 1, cells: ['Номер', 'PIN', 'Срок'], facts: { sheets, hiddenColumns: [] } },
    { line: 2, cells: ['007', 12.5, day] },
    { line: 4, cells: ['x', null, true, null] },
  ]);
  const [other] = await read(workbook, 'Другой');
  assert.deepEqual(other?.cells, ['второй лист']);
});

const rows = (count: number) => Array.from({ length: count }, (_, at) => [`code ${at} <row `, 500]);

test('progress of a workbook counts the rows of the sheet being read', async () => {
  const workbook = await writeXlsx({
    sheets: [
      { name: 'Коды & <пин>', rows: rows(4000) },
      { name: 'Другой', rows: rows(2000) },
    ],
  });
  for (const [sheet, told] of [
    [undefined, [0.25, 0.5, 0.75, 1, 1]],
    ['Коды & <пин>', [0.25, 0.5, 0.75, 1, 1]],
    ['Другой', [0.5, 1, 1]],
  ] as const) {
    const fractions: number[] = [];
    await read(workbook, sheet, (fraction) => fractions.push(fraction));
    assert.deepEqual(fractions, told);
  }
});

test('files that are not tables are refused with a reason', async () => {
  await assert.rejects(read('PK\u0003\u0004 and then nothing'), TableProblem);
  await assert.rejects(read(Buffer.from('d0cf11e0a1b11ae1', 'hex')), /password-protected/);
  await assert.rejects(readTable('/nowhere/at-all.csv', {}).next(), /no such file/);
  await assert.rejects(readTable(tmpdir(), {}).next(), TableProblem);
});

const bomb = (stated: number): Buffer => zip('xl/worksheets/sheet1.xml', Buffer.alloc(1 << 20), stated);

test('a ZIP bomb is refused by its directory, also if it hides its size', async () => {
  assert.equal(unpackedSize(bomb(1 << 20)), 1 << 20);
  await assert.rejects(read(bomb(500 << 20)), /unpacks to more than/);
  assert.equal(unpackedSize(bomb(0)), null);
  await assert.rejects(read(bomb(0)), /no workbook/);
});

/** An archive with one entry whose directory states any size. */
function zip(name: string, content: Buffer, stated: number): Buffer {
  const packed = deflateRawSync(content);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(stated, 22);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt32LE(stated, 24);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(30 + name.length + packed.length, 16);
  return Buffer.concat([local, Buffer.from(name), packed, entry, Buffer.from(name), end]);
}
