/** Reads the cells of an imported row: faces, dates, flags. */
import { kopecksFromRoubles } from '../../platform/values/money.ts';
import { endOfMoscowDay, moscowDate } from '../../platform/time/moscow-time.ts';
import { readRoubles } from '../../platform/values/read-roubles.ts';
import type { Cell } from '../../platform/spreadsheet/table-row.ts';

export type CellReading<Value> = { is: 'read'; value: Value } | { is: 'wrong'; reason: string };

const read = <Value>(value: Value): CellReading<Value> => ({ is: 'read', value });
const wrong = (reason: string): { is: 'wrong'; reason: string } => ({ is: 'wrong', reason });

/** A cell with roubles, in kopecks; see platform/values/read-roubles.ts for the accepted spellings. */
export function readFace(cell: Cell, fallbackKopecks: number | null): CellReading<number> {
  if (cell === null) {
    return fallbackKopecks === null ? wrong('the face is missing') : read(fallbackKopecks);
  }
  if (typeof cell === 'number') {
    const kopecks = kopecksFromRoubles(cell);
    return kopecks === null ? wrong('the face is no whole number of kopecks') : positive(kopecks);
  }
  const kopecks = typeof cell === 'string' ? readRoubles(cell) : null;
  return kopecks === null ? wrong('the face is no amount in roubles') : positive(kopecks);
}

function positive(kopecks: number): CellReading<number> {
  return kopecks > 0 ? read(kopecks) : wrong('the face must be above 0');
}

/** `31.12.2027` or `2027-12-31`, with or without a time, or a date cell: valid to the end of that Moscow day. */
export function readExpiry(cell: Cell, now: Date): CellReading<Date | null> {
  if (cell === null) return read(null);
  const day = dayOf(cell);
  if (day === null) return wrong('the expiry is no date such as 31.12.2027 or 2027-12-31');
  const end = endOfMoscowDay(day);
  return end <= now ? wrong(`expired on ${moscowDate(end)}`) : read(end);
}

const time = String.raw`([ T]+\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?)?`;
const russianDate = new RegExp(String.raw`^(\d{1,2})\.(\d{1,2})\.(\d{4})${time}$`);
const isoDate = new RegExp(String.raw`^(\d{4})-(\d{2})-(\d{2})${time}$`);

function dayOf(cell: Cell): string | null {
  // Spreadsheets have no time zones: the UTC fields hold what the cell shows.
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? null : cell.toISOString().slice(0, 10);
  if (typeof cell !== 'string') return null;
  const text = cell.trim();
  const russian = russianDate.exec(text);
  const [, year, month, day] =
    russian === null ? (isoDate.exec(text) ?? []) : [russian[0], russian[3], russian[2], russian[1]];
  if (year === undefined || month === undefined || day === undefined) return null;
  const name = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const parsed = new Date(`${name}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(name) ? name : null;
}

const yes = new Set([
  'да',
  'yes',
  'true',
  '1',
  '+',
  'y',
  'активен',
  'активна',
  'активный',
  'active',
  'истина',
]);
const no = new Set([
  'нет',
  'no',
  'false',
  '0',
  '-',
  'n',
  'неактивен',
  'неактивна',
  'неактивный',
  'inactive',
  'ложь',
]);

/** An empty cell means active, like a table without the column. */
export function readActive(cell: Cell): CellReading<boolean> {
  if (cell === null) return read(true);
  const word = String(cell).trim().toLowerCase().replaceAll(' ', '');
  if (yes.has(word)) return read(true);
  if (no.has(word)) return read(false);
  return wrong('«active» is neither yes nor no');
}
