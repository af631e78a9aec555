/**
 * Cells that show something else than the value that the reader finds: numbers with zeros in front by their format,
 * dates written as text, formulas that nobody has calculated yet.
 */
import { shownNumber, zeroFormats, type ZeroFormat } from './number-format.ts';
import type { Cell, TableRow } from './table-row.ts';
import { TableProblem } from './table-problem.ts';
import { attribute, sheetEntry, stylesOf, unpacked } from './workbook-parts.ts';

type Showing = ZeroFormat | 'date' | 'formula';
/** By line, then by place in the row. */
export type Showings = Map<number, Map<number, Showing>>;

/** What a program shows for a formula that it can't calculate. */
const uncalculated = '#VALUE!';
/** More than the longest row that is read. */
const maxRowCharacters = 16 * 1024 * 1024;

/** The row with its cells as people see them. */
export function asShown(row: TableRow, showings: Showings): TableRow {
  const own = showings.get(row.line);
  return own === undefined
    ? row
    : { ...row, cells: row.cells.map((cell, at) => shownCell(cell, own.get(at))) };
}

function shownCell(cell: Cell, showing: Showing | undefined): Cell {
  if (showing === 'formula') return cell ?? uncalculated;
  if (showing === 'date') return dateOf(cell);
  return typeof cell === 'number' && showing !== undefined ? (shownNumber(cell, showing) ?? cell) : cell;
}

/** A date without a zone, as the cell shows it; times alone stay texts. */
function dateOf(cell: Cell): Cell {
  const found = typeof cell === 'string' ? /^(\d{4}-\d\d-\d\d)(?:T([\d:.]+)Z?)?$/.exec(cell.trim()) : null;
  return found === null ? cell : new Date(`${found[1]}T${found[2] ?? '00:00:00'}Z`);
}

/** Looks for such cells. It unpacks the sheet once more, and looks at its cells only where it may have any. */
export async function showingsOf(archive: Buffer, sheet: string | number): Promise<Showings> {
  const showings: Showings = new Map();
  const entry = sheetEntry(archive, sheet);
  if (entry === null) return showings;
  const formats = zeroFormats(stylesOf(archive));
  if (formats.size === 0 && !(await mayHave(unpacked(archive, entry)))) return showings;
  const place = { line: 0, column: 0 };
  for await (const rows of wholeRows(unpacked(archive, entry))) findIn(rows, formats, place, showings);
  return showings;
}

const telling = /<(?:\w+:)?f[\s/>]|\st=["']d["']/;
const carriedCharacters = 64;

async function mayHave(pieces: AsyncIterable<Buffer>): Promise<boolean> {
  let carried = '';
  for await (const piece of pieces) {
    const seen = carried + piece.toString('latin1');
    if (telling.test(seen)) return true;
    carried = seen.slice(-carriedCharacters);
  }
  return false;
}

async function* wholeRows(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let carried = '';
  for await (const piece of pieces) {
    carried += piece.toString('latin1');
    const end = carried.lastIndexOf('row>') + 'row>'.length;
    if (end >= 'row>'.length) {
      yield carried.slice(0, end);
      carried = carried.slice(end);
    }
    if (carried.length > maxRowCharacters) throw new TableProblem('the workbook has a row that is too long');
  }
}

const token =
  /<!--[\s\S]*?-->|<(?:\w+:)?row(?=[\s/>])([^>]*)>|<(?:\w+:)?c(?=[\s/>])(?:([^>]*)\/>|([^>]*)>([\s\S]*?)<\/(?:\w+:)?c>)/g;

interface Place {
  line: number;
  column: number;
}

function findIn(rows: string, formats: Map<number, ZeroFormat>, place: Place, showings: Showings): void {
  for (const [, row, empty, full, inner] of rows.matchAll(token)) {
    if (row !== undefined) {
      place.line = Number(attribute(row, 'r') || place.line + 1);
      place.column = 0;
      continue;
    }
    const traits = full ?? empty;
    if (traits === undefined) continue;
    const column = columnOf(attribute(traits, 'r')) ?? place.column;
    place.column = column + 1;
    const showing = inner === undefined ? undefined : showingOf(traits, inner, formats);
    if (showing === undefined) continue;
    const own = showings.get(place.line) ?? new Map<number, Showing>();
    showings.set(place.line, own.set(column, showing));
  }
}

function showingOf(traits: string, inner: string, formats: Map<number, ZeroFormat>): Showing | undefined {
  if (/<(?:\w+:)?f[\s/>]/.test(inner) && !/<(?:\w+:)?v[\s/>]/.test(inner)) return 'formula';
  const type = attribute(traits, 't');
  if (type === 'd') return 'date';
  const style = attribute(traits, 's');
  return style !== '' && (type === '' || type === 'n') ? formats.get(Number(style)) : undefined;
}

function columnOf(address: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(address)?.[0];
  if (letters === undefined) return null;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
