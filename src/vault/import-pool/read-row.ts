import { unreadFormat } from '../../platform/spreadsheet/number-format.ts';
import type { Cell, TableRow } from '../../platform/spreadsheet/table-row.ts';
import { readSymbols, withoutUnseen, type SymbolsName } from '../../platform/values/judge-symbols.ts';
import { normaliseNumber } from '../compared-number.ts';
import type { PlainCode } from '../seal-code.ts';
import {
  readActive,
  readCurrency,
  readExpiry,
  readFace,
  readStart,
  readState,
  type CellReading,
} from './cell-values.ts';
import type { Columns } from './columns.ts';

/** One valid row of a pool file. */
export interface PoolCode {
  code: PlainCode;
  faceKopecks: number;
  expiresAt: Date | null;
  active: boolean;
}

export interface RowRules {
  columns: Columns;
  /** Default face, for tables without that column and for empty cells. */
  faceKopecks: number | null;
  /** Faces of the product; null: any. */
  knownFaces: Set<number> | null;
  /** Whether each row says if its code is active, or all codes are treated alike. */
  activity: 'by-row' | 'all-active' | 'all-inactive';
  /** The product's codes are activated after their sale: in a table that has no column for it they are inactive. */
  isActivatedLater: boolean;
  /** Somebody has looked: unusual numbers and PINs are meant like this. */
  asGiven?: boolean;
}

/** Reads one row. The reason of an error never quotes the number or PIN. */
export function readRow(row: TableRow, rules: RowRules, now: Date): CellReading<PoolCode> {
  const { columns, asGiven = false } = rules;
  const cell = (column: number | undefined): Cell =>
    column === undefined ? null : (row.cells[column] ?? null);

  const number = readCell('number', cell(columns.number), asGiven);
  if (number.is === 'wrong') return number;
  if (normaliseNumber(number.value) === '') return { is: 'wrong', reason: { is: 'no-number' } };
  const pin = readCell('PIN', cell(columns.pin), asGiven);
  if (pin.is === 'wrong') return pin;
  const face = readFace(cell(columns.face) ?? null, rules.faceKopecks);
  if (face.is === 'wrong') return face;
  if (rules.knownFaces !== null && !rules.knownFaces.has(face.value)) {
    return { is: 'wrong', reason: { is: 'other-face', face: face.value / 100 } };
  }
  const expiry = readExpiry(cell(columns.expiry), now);
  if (expiry.is === 'wrong') return expiry;
  const start = readStart(cell(columns.start), now);
  if (start.is === 'wrong') return start;
  const currency = readCurrency(cell(columns.currency));
  if (currency.is === 'wrong') return currency;
  const active = readActivity(rules, cell(columns.active), cell(columns.state));
  if (active.is === 'wrong') return active;
  return {
    is: 'read',
    value: {
      code: { number: number.value, pin: pin.value },
      faceKopecks: face.value,
      expiresAt: expiry.value,
      active: active.value,
    },
  };
}

/** What the row says of its code counts also where all are taken as active: one that was sold is not. */
function readActivity(
  { activity, columns, isActivatedLater }: RowRules,
  active: Cell,
  state: Cell,
): CellReading<boolean> {
  const standing = readState(state);
  if (standing.is === 'wrong') return standing;
  if (activity !== 'by-row') return { is: 'read', value: activity === 'all-active' };
  if (columns.active === undefined && columns.state === undefined)
    return { is: 'read', value: !isActivatedLater };
  const ownState = readActive(active);
  return ownState.is === 'wrong' ? ownState : { is: 'read', value: ownState.value && standing.value };
}

/** The number of a row alone, for lists that name codes which are here; null: it has none that can be read. */
export function readNumber(row: TableRow, column: number): string | null {
  const read = readListedNumber(row, column);
  return read.is === 'read' && normaliseNumber(read.value) !== '' ? read.value : null;
}

/** The same with the reason why it cannot be read. */
export function readListedNumber(row: TableRow, column: number): CellReading<string> {
  const cell = row.cells[column] ?? null;
  // Signs that nobody sees make no other number, and none is loaded here.
  return readCell('number', typeof cell === 'string' ? withoutUnseen(cell) : cell, true);
}

/** Excel's errors in English and Russian, those of newer versions, and LibreOffice's numbered ones. */
const spreadsheetErrors = new Set(
  [
    '#N/A #REF! #VALUE! #DIV/0! #NAME? #NULL! #NUM! #SPILL! #CALC! #FIELD! #BLOCKED! #CONNECT! #UNKNOWN! #BUSY! #GETTING_DATA',
    '#Н/Д #ССЫЛКА! #ЗНАЧ! #ДЕЛ/0! #ИМЯ? #ПУСТО! #ЧИСЛО! #ПЕРЕНОС! #ВЫЧИСЛ!',
  ].flatMap((names) => names.split(' ')),
);
const numberedError = /^(Err|Ошибка):\s?\d{3}$/i;
const isSpreadsheetError = (text: string): boolean =>
  spreadsheetErrors.has(text.toUpperCase()) || numberedError.test(text);
/** `="00123"`: a common way to keep Excel from dropping leading zeros. */
const guardedText = /^\s*="(.*)"\s*$/;

function readCell(what: SymbolsName, cell: Cell, asGiven: boolean): CellReading<string> {
  if (cell === null) return { is: 'read', value: '' };
  if (typeof cell !== 'string' && typeof cell !== 'number')
    return { is: 'wrong', reason: { is: 'no-text-cell', what } };
  if (cell === unreadFormat) return { is: 'wrong', reason: { is: 'number-format', what } };
  const given = typeof cell === 'string' ? cell.replace(guardedText, '$1') : cell;
  if (typeof given === 'string' && isSpreadsheetError(given.trim()))
    return { is: 'wrong', reason: { is: 'sheet-error', what } };
  const read = readSymbols(what, given, asGiven);
  return read.is === 'read' ? read : { is: 'wrong', reason: { ...read.fault, what } };
}
