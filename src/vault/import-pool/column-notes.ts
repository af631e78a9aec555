/** What the columns of a file hold, as its preview says it: which are read as what, and which nobody reads. */
import type { Cell, TableRow } from '../../platform/spreadsheet/table-row.ts';
import { readRoubles } from '../../platform/values/read-roubles.ts';
import { isDay, isState } from './cell-values.ts';
import type { FoundColumns } from './columns.ts';
import { bare, isRemark, looksOfHeading, poolFields, type Looks, type PoolField } from './headings.ts';

export interface ColumnNote {
  /** Position, from 1. */
  column: number;
  /** Text of its heading; empty: it has none. */
  heading: string;
  sheet?: string;
  readAs: PoolField | 'skip' | null;
  /** It was chosen for a file of this supplier before. */
  remembered: boolean;
  /** What a column that nobody reads seems to hold. */
  looks: Looks | null;
  /** Its first values; letters and digits of what may be a code are masked. */
  samples: string[];
  /** The file waits until somebody says what it is. */
  asked: boolean;
  hidden: boolean;
}

export interface ColumnNotes {
  add(row: TableRow): void;
  notes(): ColumnNote[];
}

const mostSamples = 3;
const rowsOfSamples = 50;
/** What a column holds is seen in its first cells, and then in some. */
const [rowsOfKind, rowsBetween] = [2000, 50];
const mostDistinct = 12;
const longestSample = 40;
const longestHeading = 100;

interface Tally {
  filled: number;
  /** How many of those were looked at. */
  seen: number;
  days: number;
  states: number;
  sums: number;
  codes: number;
  /** Each is one more than the one above. */
  counted: number;
  last: number | null;
  distinct: Set<string>;
  samples: string[];
}

export function columnNotes(
  found: FoundColumns,
  known: { sheet: string | undefined; remembered: ReadonlySet<number>; hidden: ReadonlySet<number> },
): ColumnNotes {
  const fields = new Map(
    poolFields.flatMap((field) =>
      found.columns[field] === undefined ? [] : [[found.columns[field], field] as const],
    ),
  );
  const tallies: Tally[] = [];
  const tallyAt = (at: number): Tally =>
    (tallies[at] ??= {
      filled: 0,
      seen: 0,
      days: 0,
      states: 0,
      sums: 0,
      codes: 0,
      counted: 0,
      last: null,
      distinct: new Set(),
      samples: [],
    });

  function add({ cells }: TableRow): void {
    for (const [at, cell] of cells.entries()) {
      if (cell === null) continue;
      const tally = tallyAt(at);
      const field = fields.get(at);
      if (field === undefined) note(tally, cell);
      else if (tally.filled++ < rowsOfSamples) addSample(tally, sampleOf(cell, field));
    }
  }

  function noteOf(at: number): ColumnNote {
    const tally = tallyAt(at);
    const heading = found.headings[at] ?? null;
    const readAs = fields.get(at) ?? (found.skipped.includes(at) ? 'skip' : null);
    const looks =
      readAs === null && tally.filled > 0 && !isRemark(heading)
        ? (looksOfHeading(heading) ?? looksOf(tally))
        : null;
    const hidden = known.hidden.has(at);
    return {
      column: at + 1,
      heading: String(heading ?? '').slice(0, longestHeading),
      ...(known.sheet === undefined ? {} : { sheet: known.sheet }),
      readAs,
      remembered: known.remembered.has(at),
      looks,
      samples: tally.samples,
      asked: looks !== null,
      hidden,
    };
  }

  return {
    add,
    notes() {
      const width = Math.max(tallies.length, found.headings.findLastIndex((cell) => bare(cell) !== '') + 1);
      return Array.from({ length: width }, (_, at) => noteOf(at)).filter(
        ({ heading, samples }) => heading !== '' || samples.length > 0,
      );
    },
  };
}

function note(tally: Tally, cell: Exclude<Cell, null>): void {
  tally.filled += 1;
  if (tally.filled > rowsOfKind && tally.filled % rowsBetween !== 0) return;
  tally.seen += 1;
  const text = textOf(cell);
  if (tally.distinct.size < mostDistinct) tally.distinct.add(text);
  const number = /^\d{1,9}$/.test(text) ? Number(text) : null;
  if (number !== null && (tally.last === null || number === tally.last + 1)) tally.counted += 1;
  tally.last = number;
  const is = kindOf(cell, text);
  if (is !== null) tally[is] += 1;
  if (tally.samples.length < mostSamples) addSample(tally, sampleOf(cell, null));
}

function addSample(tally: Tally, sample: string): void {
  if (tally.samples.length < mostSamples && !tally.samples.includes(sample)) tally.samples.push(sample);
}

const textOf = (cell: Exclude<Cell, null>): string =>
  cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell).trim();

type Kind = 'days' | 'states' | 'sums' | 'codes';

function kindOf(cell: Exclude<Cell, null>, text: string): Kind | null {
  if (isDay(cell)) return 'days';
  if (isState(cell)) return 'states';
  if (isSum(cell, text)) return 'sums';
  return codeLike.test(text) ? 'codes' : null;
}

const codeLike = /^(?=.*\d)[\p{L}\d][\p{L}\d-]{2,63}$/u;
const money = /[₽$€]|руб|\d[.,]\d\d$/i;
const roundest = 50;
const [leastSum, mostSum] = [50, 1_000_000] as const;

function isSum(cell: Exclude<Cell, null>, text: string): boolean {
  const kopecks = typeof cell === 'number' ? Math.round(cell * 100) : readRoubles(text);
  if (kopecks === null) return false;
  const roubles = kopecks / 100;
  return (
    money.test(text) ||
    (!text.startsWith('0') && roubles % roundest === 0 && roubles >= leastSum && roubles <= mostSum)
  );
}

/** What most cells look like; row numbers and equal values in all rows count as nothing. */
function looksOf({ seen, days, states, sums, codes, counted, distinct }: Tally): Looks | null {
  const most = (count: number): boolean => count * 5 >= seen * 3;
  if (most(days)) return 'dates';
  if (most(states)) return 'states';
  if (seen > 1 && counted * 5 >= Math.min(seen, rowsOfKind) * 3) return null;
  // Round sums come again and again; PINs do not.
  if (most(sums) && (seen < mostDistinct || distinct.size < mostDistinct)) return 'money';
  if (most(codes + sums) && (distinct.size > 1 || seen === 1)) return 'codes';
  return isCategory(seen, distinct) ? 'states' : null;
}

const fewestOfCategory = 10;
const mostCategories = 6;

/** A few words that come again and again say what a row is. */
const isCategory = (filled: number, distinct: ReadonlySet<string>): boolean =>
  filled >= fewestOfCategory &&
  distinct.size > 1 &&
  distinct.size <= mostCategories &&
  distinct.size * 4 <= filled &&
  [...distinct].every((word) => !/\d/.test(word) && word.length <= longestSample);

/** Dates, states and sums as they are; of all else the form alone, as a code may be anywhere. */
function sampleOf(cell: Exclude<Cell, null>, field: PoolField | null): string {
  const text = textOf(cell);
  const isSecret = field === 'number' || field === 'pin';
  const isPlain =
    !isSecret &&
    (isDay(cell) || isState(cell) || (isSum(cell, text) && (field === 'face' || money.test(text))));
  return (isPlain ? text : masked(text)).slice(0, longestSample);
}

const masked = (text: string): string =>
  text.slice(0, longestSample).replaceAll(/\p{L}/gu, 'X').replaceAll(/\p{N}/gu, '#');
