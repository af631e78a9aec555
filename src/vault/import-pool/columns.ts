/** Finds out what each column of a file of codes means. */
import type { Cell, TableRow } from '../../platform/spreadsheet/table-row.ts';
import { bare, headings, poolFields, type PoolField } from './headings.ts';
import type { ImportReason } from './import-reasons.ts';

/** Which column (from 0) holds which field; only the number is required. */
export type Columns = Partial<Record<PoolField, number>> & { number: number };

/** Columns chosen by the operator: each by its position (from 1) or heading. `skip`: those that mean nothing here. */
export type ColumnChoice = Partial<Record<PoolField, string>> & { skip?: readonly string[] };

export interface FoundColumns {
  is: 'found';
  columns: Columns;
  /** Columns that a person marked as meaningless. */
  skipped: readonly number[];
  /** Number of rows at the top that are not codes. */
  headingRows: number;
  /** What stands above each column; of two levels, both. */
  headings: readonly Cell[];
}

export type ColumnsFound = FoundColumns | { is: 'missing'; reason: ImportReason };

/** How many rows above the headings may hold a title or a date. */
const rowsSearchedForHeadings = 10;

/** Finds the columns by their headings, or as chosen; `rows` are the first rows of the table. */
export function findColumns(rows: TableRow[], choice: ColumnChoice, hasHeadings: boolean): ColumnsFound {
  if (!hasHeadings) return settle(choice, { cells: [], rows: 0 });
  const searched = rows.slice(0, rowsSearchedForHeadings);
  const wanted = choice.number !== undefined && !isPlace(choice.number) ? [bare(choice.number)] : null;
  const place = bestOf(searched, wanted ?? headings.number);
  if (place !== null) return settle(choice, headingAt(searched, place));
  // If columns are chosen by position, the heading of the number may be unknown: the first row then holds the headings.
  if (choice.number !== undefined && isPlace(choice.number)) return settle(choice, headingAt(searched, 0));
  return missing(
    choice.number === undefined
      ? { is: 'no-number-column' }
      : { is: 'no-such-column', heading: choice.number },
  );
}

const missing = (reason: ImportReason): ColumnsFound => ({ is: 'missing', reason });

export const isPlace = (choice: string): boolean => /^\d{1,3}$/.test(choice);

const known = new Map(poolFields.flatMap((field) => headings[field].map((name) => [name, field] as const)));

const fieldsIn = (cells: readonly Cell[]): number =>
  new Set(cells.flatMap((cell) => known.get(bare(cell)) ?? [])).size;

/** Among the rows that name the number, the one that names most columns: a title may hold the word too. */
function bestOf(rows: readonly TableRow[], numbers: readonly string[]): number | null {
  let best: { place: number; fields: number } | null = null;
  for (const [place, { cells }] of rows.entries()) {
    if (!cells.some((cell) => numbers.includes(bare(cell)))) continue;
    const fields = fieldsIn(cells);
    if (best === null || fields > best.fields) best = { place, fields };
  }
  return best?.place ?? null;
}

interface Heading {
  cells: readonly Cell[];
  /** From the top of the table to the first code. */
  rows: number;
}

/** A heading of one level, or of two: groups above, or parts below. */
function headingAt(rows: readonly TableRow[], place: number): Heading {
  const own = rows[place]?.cells ?? [];
  const below = rows[place + 1]?.cells;
  if (below !== undefined && isPartsOf(own, below)) return { cells: joined(own, below), rows: place + 2 };
  const above = rows[place - 1]?.cells ?? [];
  return { cells: joined(above, own), rows: place + 1 };
}

const isText = (cell: Cell | undefined): cell is string => typeof cell === 'string';

/** Parts are named in words, and where the row above names the number they name nothing, or the number too. */
function isPartsOf(own: readonly Cell[], below: readonly Cell[]): boolean {
  const texts = below.filter((cell) => cell !== null);
  if (texts.length === 0 || !texts.every((cell) => isText(cell) && !/\d/.test(cell))) return false;
  const number = own.findIndex((cell) => known.get(bare(cell)) === 'number');
  const under = below[number] ?? null;
  const isSame = below.every((cell, at) => cell === null || bare(cell) === bare(own[at] ?? null));
  return !isSame && (under === null || known.get(bare(under)) === 'number');
}

/** What a group names stands above its first part, or is repeated by the reader of merged cells. */
function joined(groups: readonly Cell[], parts: readonly Cell[]): Cell[] {
  let group: Cell = null;
  return Array.from({ length: Math.max(groups.length, parts.length) }, (_, at) => {
    const part = parts[at] ?? null;
    group = groups[at] ?? (part === null ? null : group);
    if (part === null) return known.has(bare(group)) ? group : null;
    const both = isText(part) && isText(group) ? `${group} ${part}` : part;
    return !known.has(bare(part)) && known.has(bare(both)) ? both : part;
  });
}

function settle(choice: ColumnChoice, { cells, rows }: Heading): ColumnsFound {
  const columns: Partial<Record<PoolField, number>> = {};
  const skipped: number[] = [];
  for (const one of choice.skip ?? []) {
    const place = placeOf(one, cells);
    if (place === null) return missing({ is: 'no-such-column', heading: one });
    skipped.push(place);
  }
  const chosen = new Set(poolFields.flatMap((field) => placeOf(choice[field] ?? '', cells) ?? []));
  for (const field of poolFields) {
    const name = choice[field];
    if (name !== undefined && isPlace(name)) {
      if (Number(name) < 1) return missing({ is: 'columns-from-1', field, place: name });
      columns[field] = Number(name) - 1;
      continue;
    }
    const names = name === undefined ? headings[field] : [bare(name)];
    const free = (at: number): boolean => name !== undefined || !(skipped.includes(at) || chosen.has(at));
    const places = cells.flatMap((cell, at) => (names.includes(bare(cell)) && free(at) ? [at] : []));
    const [first, second] = places;
    if (second !== undefined && first !== undefined)
      return missing({ is: 'alike-columns', first: first + 1, second: second + 1, field });
    if (first !== undefined) columns[field] = first;
    else if (name !== undefined) return missing({ is: 'no-such-column', heading: name });
  }
  const { number, ...rest } = columns;
  if (number === undefined) return missing({ is: 'number-unnamed' });
  return { is: 'found', columns: { number, ...rest }, skipped, headingRows: rows, headings: cells };
}

/** Null where no column is called so. */
function placeOf(name: string, cells: readonly Cell[]): number | null {
  if (isPlace(name)) return Number(name) - 1;
  const place = name === '' ? -1 : cells.findIndex((cell) => bare(cell) === bare(name));
  return place < 0 ? null : place;
}
