/** Reads the cells of an imported row: faces, dates, flags. */
import { kopecksFromRoubles } from '../../platform/values/money.ts';
import { endOfMoscowDay, moscowDate } from '../../platform/time/moscow-time.ts';
import { readRoubles } from '../../platform/values/read-roubles.ts';
import type { Cell } from '../../platform/spreadsheet/table-row.ts';
import type { RowReason } from './row-reasons.ts';

export type CellReading<Value> = { is: 'read'; value: Value } | { is: 'wrong'; reason: RowReason };

const read = <Value>(value: Value): CellReading<Value> => ({ is: 'read', value });
const wrong = (reason: RowReason): { is: 'wrong'; reason: RowReason } => ({ is: 'wrong', reason });

/** A cell with roubles, in kopecks; see platform/values/read-roubles.ts for the accepted spellings. */
export function readFace(cell: Cell, fallbackKopecks: number | null): CellReading<number> {
  if (cell === null) {
    return fallbackKopecks === null ? wrong({ is: 'no-face' }) : read(fallbackKopecks);
  }
  if (typeof cell === 'number') {
    const kopecks = kopecksFromRoubles(cell);
    return kopecks === null ? wrong({ is: 'face-in-kopecks' }) : positive(kopecks);
  }
  const kopecks = typeof cell === 'string' ? readRoubles(cell) : null;
  return kopecks === null ? wrong({ is: 'face-no-amount' }) : positive(kopecks);
}

function positive(kopecks: number): CellReading<number> {
  return kopecks > 0 ? read(kopecks) : wrong({ is: 'face-zero' });
}

/** `31.12.2027` or `2027-12-31`, with or without a time, or a date cell: valid to the end of that Moscow day. */
export function readExpiry(cell: Cell, now: Date): CellReading<Date | null> {
  if (cell === null) return read(null);
  const day = dayOf(cell);
  if (day === null) return wrong({ is: 'expiry-no-date' });
  const end = endOfMoscowDay(day);
  return end <= now ? wrong({ is: 'expired', day: moscowDate(end) }) : read(end);
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

const yes = wordSet('да yes true 1 + y активен активна активный active истина');
const no = wordSet('нет no false 0 - n неактивен неактивна неактивный inactive ложь');

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

const wordOf = (cell: Cell): string =>
  String(cell).trim().toLowerCase().replaceAll('ё', 'е').replaceAll(' ', '');

/** An empty cell means active, like a table without the column. */
export function readActive(cell: Cell): CellReading<boolean> {
  if (cell === null) return read(true);
  const word = wordOf(cell);
  if (yes.has(word)) return read(true);
  if (no.has(word)) return read(false);
  return wrong({ is: 'active-unclear' });
}

/** What state a code is in, as words begin; of several that fit, the first. */
const states: readonly [means: 'waits' | 'gone' | 'good', words: RegExp][] = [
  ['waits', /^(?:неактив|деактив|inactive|notactiv|notyetactiv|ждетактив|ожидаетактив)/],
  [
    'gone',
    /^(?:недейств|аннул|погаш|погас|использ|продан|реализ|выдан|отгруж|списан|заблок|блок|отмен|возвр|резерв|забронир|брак|испорч|утер|утрач|истек|просроч|закрыт|тест|дубл|invalid|void|cancel|used|redeem|sold|issued|shipped|blocked|lock|expired|reserv|refund|return|lost|stolen|spoil|defect|test|duplicate|closed|revoked|disabled)/,
  ],
  [
    'good',
    /^(?:неиспольз|непогаш|непродан|действ|актив|свобод|нов|годен|годн|доступ|впродаж|наскладе|вналич|ок$|valid|active|unused|unredeemed|unsold|notused|free|new$|available|instock|ok$|good|enabled)/,
  ],
];

const stateOf = (cell: Cell): 'waits' | 'gone' | 'good' | null => {
  const word = wordOf(cell).replaceAll(/[^\p{L}\p{N}]/gu, '');
  return states.find(([, words]) => words.test(word))?.[0] ?? null;
};

/** Whether a code can be sold by what its row says of it; false: it must be activated first. */
export function readState(cell: Cell): CellReading<boolean> {
  if (cell === null) return read(true);
  switch (stateOf(cell)) {
    case 'good':
      return read(true);
    case 'waits':
      return read(false);
    case 'gone':
      return wrong({ is: 'state-unsellable' });
    case null:
      return wrong({ is: 'state-unknown' });
  }
}

export const isState = (cell: Cell): boolean => typeof cell === 'boolean' || isStateWord(wordOf(cell), cell);

const isStateWord = (word: string, cell: Cell): boolean =>
  (typeof cell === 'string' && !/^[\d+-]$/.test(word) && (yes.has(word) || no.has(word))) ||
  stateOf(cell) !== null;

/** Whether a remark says, in whatever words, that the code is not to be sold. */
export const saysUnfit = (text: string): boolean =>
  /аннул|погашен|использован|продан|списан|заблок|отмен[её]н|возврат|резерв|брак|испорч|утер|недейств|просроч|не (?:выда|прода|использ|отгру)|\b(?:void|cancell?ed|used|redeemed|sold|blocked|expired|reserved|refunded|lost|stolen|spoil\w*|defect\w*|invalid|do not)\b/i.test(
    text,
  );

/** From which day a code is valid: one that is not yet cannot be sold. */
export function readStart(cell: Cell, now: Date): CellReading<null> {
  if (cell === null) return read(null);
  const day = dayOf(cell);
  if (day === null) return wrong({ is: 'start-no-date' });
  const isOver = endOfMoscowDay(day).getTime() - dayMs < now.getTime();
  return isOver ? read(null) : wrong({ is: 'valid-later', day });
}

const dayMs = 24 * 3_600_000;

export const isDay = (cell: Cell): boolean => dayOf(cell) !== null;

const roubles = wordSet('rub rur руб руб. р р. рубль рублей рубли ₽ 643 810 российскийрубль');

export function readCurrency(cell: Cell): CellReading<null> {
  return cell === null || roubles.has(wordOf(cell)) ? read(null) : wrong({ is: 'currency' });
}
