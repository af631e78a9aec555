import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Cell } from '../../platform/spreadsheet/table-row.ts';
import { readActive, readExpiry, readFace } from './cell-values.ts';
import { findColumns, type ColumnChoice } from './columns.ts';
import { readRow, type RowRules } from './read-row.ts';
import { importReasons } from './import-reasons.ts';

const now = new Date('2026-11-21T12:00:00+03:00');
const value = (reading: { is: string; value?: unknown }): unknown =>
  reading.is === 'read' ? reading.value : 'wrong';

test('faces are read in every notation', () => {
  const spellings: Cell[] = [
    1000,
    '1000',
    '1 000',
    '1\u00a0000',
    '1\u202f000 ₽',
    '1000.00',
    '1000,00',
    '1,000.00',
  ];
  for (const spelling of [...spellings, '1 000 руб.', '1000р', "1'000", '１０００']) {
    assert.equal(value(readFace(spelling, null)), 100_000, String(spelling));
  }
  assert.equal(value(readFace('99,9', null)), 9990);
  assert.equal(value(readFace(null, 5)), 5);
  const wrong: Cell[] = [
    null,
    0,
    -5,
    'x',
    '1,000',
    '1.000',
    '10.005',
    1.234,
    true,
    now,
    '1e3',
    '',
    '10 000 000 001',
  ];
  for (const cell of wrong) assert.equal(value(readFace(cell, null)), 'wrong', String(cell));
});

test('dates are read in every notation and end with their Moscow day', () => {
  const end = new Date('2027-12-31T23:59:59+03:00');
  const cells: Cell[] = [
    '31.12.2027',
    '2027-12-31',
    '31.12.2027 10:00',
    '2027-12-31T23:59:59',
    '2027-12-31 00:00:00',
  ];
  for (const cell of [...cells, new Date(Date.UTC(2027, 11, 31)), new Date(Date.UTC(2027, 11, 31, 22))]) {
    assert.deepEqual(value(readExpiry(cell, now)), end, String(cell));
  }
  assert.equal(value(readExpiry(null, now)), null);
  assert.deepEqual(value(readExpiry('1.2.2027', now)), new Date('2027-02-01T23:59:59+03:00'));
  assert.deepEqual(value(readExpiry('21.11.2026', now)), new Date('2026-11-21T23:59:59+03:00'));
  const wrong: Cell[] = [
    '31.02.2027',
    '31/12/2027',
    '31.12.27',
    46387,
    'скоро',
    '2027-13-01',
    '20.11.2026',
    true,
  ];
  for (const cell of wrong) assert.equal(value(readExpiry(cell, now)), 'wrong', String(cell));
});

test('yes and no are read in both languages', () => {
  for (const cell of [null, 'Да', ' yes ', 1, '1', true, 'ИСТИНА', 'активен'])
    assert.equal(value(readActive(cell)), true);
  for (const cell of ['нет', 'No', 0, '0', false, 'Не активен']) assert.equal(value(readActive(cell)), false);
  assert.equal(value(readActive('может быть')), 'wrong');
});

const found = (rows: Cell[][], choice: ColumnChoice = {}, hasHeadings = true): unknown => {
  const answer = findColumns(
    rows.map((cells, index) => ({ line: index + 1, cells })),
    choice,
    hasHeadings,
  );
  return answer.is === 'found'
    ? { ...answer.columns, below: answer.headingRows }
    : importReasons.text(answer.reason, 'en');
};

test('columns are found by headings in both languages, also below a title', () => {
  const whole = { number: 0, pin: 1, face: 2, expiry: 3, active: 4, below: 1 };
  assert.deepEqual(
    found([['Номер сертификата', 'ПИН-код', 'Номинал, руб.', 'Действителен до', 'Активен?']]),
    whole,
  );
  assert.deepEqual(found([[' CODE ', 'Pin', 'Denomination', 'expires', 'ACTIVE']]), whole);
  assert.deepEqual(found([['Коды для площадки'], ['Номинал', null, 'Код']]), {
    number: 2,
    face: 0,
    below: 2,
  });
  assert.deepEqual(found([['A', 'B', 'Сколько']], { number: '2', pin: '1', face: 'сколько' }), {
    number: 1,
    pin: 0,
    face: 2,
    below: 1,
  });
  assert.deepEqual(found([['1', '2']], { number: '1' }, false), { number: 0, below: 0 });
  assert.match(String(found([['Номер', 'Код']])), /columns 1 and 2/);
  assert.match(String(found([['ABCD-1234', '99']])), /no column is headed/);
  assert.doesNotMatch(String(found([['ABCD-1234', '99']])), /ABCD/);
  assert.match(String(found([['Номер']], { pin: 'Секрет' })), /«Секрет»/);
  assert.match(String(found([['Номер']], { number: '0' })), /counted from 1/);
});

const rules = {
  columns: { number: 0, pin: 1 },
  faceKopecks: 100,
  knownFaces: new Set([100]),
  activity: 'by-row' as const,
  isActivatedLater: false,
};

test('numbers rounded by a spreadsheet are refused, and no reason quotes them', () => {
  const spoilt: Cell[] = [
    10 ** 15,
    2 ** 53,
    -5,
    1.5,
    '4,27612E+15',
    '7.7E15',
    '7,7Е15',
    '770011220001.0',
    '770,011,220,001',
    now,
    true,
    '   ',
    null,
    'a\nb',
    '-- -',
  ];
  spoilt.push(
    '#N/A',
    '#ДЕЛ/0!',
    '#ЧИСЛО!',
    '#ПУСТО!',
    '#SPILL!',
    '#CALC!',
    '#GETTING_DATA',
    'Err:502',
    'Ошибка:522',
  );
  for (const cell of [...spoilt, 'x'.repeat(256)]) {
    const reading = readRow({ line: 2, cells: [cell] }, rules, now);
    assert.equal(reading.is, 'wrong', String(cell));
    if (typeof cell === 'string' && cell.length > 4)
      assert.ok(!JSON.stringify(reading.reason).includes(cell));
  }
  const numbers: [Cell, string][] = [
    ['="00123"', '00123'],
    [' 0012-3 ', '0012-3'],
    [999_999_999_999_999, '999999999999999'],
    ['12E45', '12E45'],
    ['1234.5678', '1234.5678'],
  ];
  for (const [cell, number] of numbers) {
    const reading = readRow({ line: 2, cells: [cell, 42] }, rules, now);
    assert.equal(reading.is, 'read');
    assert.deepEqual(reading.value.code, { number, pin: '42' });
  }
});

function isActive(more: Partial<RowRules>): boolean {
  const reading = readRow({ line: 2, cells: ['CC-1', '', 'да'] }, { ...rules, ...more }, now);
  return reading.is === 'read' ? reading.value.active : assert.fail(reading.reason.is);
}

test('a table that does not say whether its codes are active brings inactive ones where they are activated later', () => {
  assert.equal(isActive({}), true);
  assert.equal(isActive({ isActivatedLater: true }), false);
  assert.equal(isActive({ isActivatedLater: true, activity: 'all-active' }), true);
  assert.equal(
    isActive({ isActivatedLater: true, columns: { number: 0, active: 2 } }),
    true,
    'the row says so',
  );
});
