/** The values of a bulk sheet's line as fields of makeOrder. */
import { kopecksPerRouble } from '../../platform/values/money.ts';
import { readRoubles } from '../../platform/values/read-roubles.ts';
import { phoneOr } from '../../platform/values/phone.ts';
import type { Data } from '../../platform/values/fields.ts';
import type { Cell } from '../../platform/spreadsheet/table-row.ts';
import type { FieldName, SheetColumns } from './sheet-columns.ts';

/** No field is longer; what is cut here is refused as too long. */
const maxCellCharacters = 4200;
/** Days without a time are sent when people have had their coffee. */
const usualTime = '10:00:00';

/**
 * A row as makeOrder's parameters. What people write in sheets (`1 000 ₽`, `+7 900 …`, `31.12.2027`, «СМС») is put into
 * the form of the API; what makes no sense stays as it is, for the checks of makeOrder to name.
 */
export function dataOf(cells: Cell[], { places }: SheetColumns): Data {
  const data: Record<string, unknown> = {};
  for (const [field, place] of places) {
    const value = valueOf(field, cells[place] ?? null);
    if (value !== null && value !== '') data[field] = value;
  }
  return data;
}

type Value = string | number | boolean | null;

function valueOf(field: FieldName, cell: Cell): Value {
  if (cell instanceof Date) return field === 'date_send' ? moscowInstant(cell) : dayText(cell);
  if (typeof cell === 'number' && field === 'to_phone') return phoneOr(String(cell));
  if (typeof cell !== 'string') return cell;
  const text = textOf(cell);
  switch (field) {
    case 'face':
      return roublesOf(text);
    case 'to_phone':
      return phoneOr(text);
    case 'date_send':
      return instantOf(text);
    case 'delivery_type':
      return deliveryTypes[text.toLowerCase().replaceAll(/[^\p{L}]/gu, '')] ?? text;
    case 'testmode':
      return yesNo[text.toLowerCase()] ?? text;
    default:
      return text;
  }
}

/** The apostrophe that our files put before what a spreadsheet would take as a formula comes off again. */
const textOf = (cell: string): string =>
  cell
    .trim()
    .slice(0, maxCellCharacters)
    .replace(/^'(?=[=+\-@])/, '');

function roublesOf(text: string): string | number {
  const kopecks = readRoubles(text);
  return kopecks === null ? text : kopecks / kopecksPerRouble;
}

const deliveryTypes: Record<string, string> = {
  почта: 'email',
  письмо: 'email',
  email: 'email',
  емейл: 'email',
  смс: 'sms',
  sms: 'sms',
  ссылка: 'link',
  link: 'link',
};

const yesNo: Record<string, boolean> = { да: true, yes: true, нет: false, no: false };

const russianDay = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;
const isoDay = /^(\d{4})-(\d{2})-(\d{2})(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;

const two = (part: string): string => part.padStart(2, '0');

/** Moscow time, unless the text names an offset. */
function instantOf(text: string): string {
  const russian = russianDay.exec(text);
  const [, year, month, day, hour, minute, second = '00'] =
    russian === null
      ? (isoDay.exec(text) ?? [])
      : [russian[0], russian[3], russian[2], russian[1], russian[4], russian[5], russian[6]];
  if (year === undefined || month === undefined || day === undefined) return text;
  const time = hour === undefined || minute === undefined ? usualTime : `${two(hour)}:${minute}:${second}`;
  return `${year}-${two(month)}-${two(day)}T${time}+03:00`;
}

/** Spreadsheets know no time zones: what the cell shows is what its UTC fields hold. */
function moscowInstant(cell: Date): string {
  if (Number.isNaN(cell.getTime())) return '?';
  const [day = '', time = ''] = cell.toISOString().slice(0, 19).split('T');
  return `${day}T${time === '00:00:00' ? usualTime : time}+03:00`;
}

const dayText = (cell: Date): string =>
  Number.isNaN(cell.getTime()) ? '?' : cell.toISOString().slice(0, 10);
