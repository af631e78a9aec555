/**
 * Cells that show something else than the value that the reader finds: zeros or letters that only their format adds,
 * dates written as text, formulas that nobody has calculated yet.
 */
import { shownNumber, unreadFormat, type ShownFormat } from './number-format.ts';
import { columnOf } from './sheet-layout.ts';
import type { Cell, TableRow } from './table-row.ts';
import { attribute, type XmlTag } from './xml-scan.ts';

type Showing = ShownFormat | 'date' | 'formula';
/** The first key is the line, the second the place in the row. */
export type Showings = Map<number, Map<number, Showing>>;

/** What a program shows for a formula that it can't calculate. */
const uncalculated = '#VALUE!';

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
  if (showing === undefined) return cell;
  if (typeof cell === 'string')
    return showing.text === null ? cell : `${showing.text[0]}${cell}${showing.text[1]}`;
  return typeof cell === 'number' ? numberAs(showing.number, cell) : cell;
}

function numberAs(format: ShownFormat['number'], value: number): Cell {
  if (format === 'unknown') return unreadFormat;
  return format === null ? value : (shownNumber(value, format) ?? value);
}

/** A date without a zone, as the cell shows it; times alone stay texts. */
function dateOf(cell: Cell): Cell {
  const match = typeof cell === 'string' ? /^(\d{4}-\d\d-\d\d)(?:T([\d:.]+)Z?)?$/.exec(cell.trim()) : null;
  return match === null ? cell : new Date(`${match[1]}T${match[2] ?? '00:00:00'}Z`);
}

/** Looks for such cells among the tags of a sheet, in their order. */
export function findShowings(formats: Map<number, ShownFormat>): {
  showings: Showings;
  onTag: (tag: XmlTag) => void;
} {
  const showings: Showings = new Map();
  let line = 0;
  let places = placesInRow();
  let cell: OpenCell | null = null;

  function close({ source, has }: OpenCell): void {
    const showing = showingOf(source, has, formats);
    if (showing === undefined) return;
    const own = showings.get(line) ?? new Map<number, Showing>();
    showings.set(line, own.set(places.ofLast(), showing));
  }

  function onTag({ name, source, opens, closes }: XmlTag): void {
    if (name === 'row' && opens) {
      line = Number(attribute(source, 'r') || line + 1);
      places = placesInRow();
    } else if (name === 'c') {
      if (opens) {
        places.add(source);
        cell = closes ? null : { source, has: new Set() };
      } else if (cell !== null) {
        close(cell);
        cell = null;
      }
    } else if (opens && (name === 'f' || name === 'v')) cell?.has.add(name);
  }
  return { showings, onTag };
}

interface OpenCell {
  source: string;
  has: Set<string>;
}

/** In which column a cell of a row is: most cells say so, others follow the one before. Few are asked for. */
function placesInRow(): { add(source: string): void; ofLast(): number } {
  let unplaced: string[] = [];
  let column = -1;
  return {
    add: (source) => void unplaced.push(source),
    ofLast() {
      for (const source of unplaced) column = columnOf(attribute(source, 'r')) ?? column + 1;
      unplaced = [];
      return column;
    },
  };
}

const isDate = /\st\s*=\s*["']d["']/;

function showingOf(
  source: string,
  has: ReadonlySet<string>,
  formats: Map<number, ShownFormat>,
): Showing | undefined {
  if (has.has('f') && !has.has('v')) return 'formula';
  if (isDate.test(source)) return 'date';
  if (formats.size === 0) return undefined;
  const style = attribute(source, 's');
  return style === '' ? undefined : formats.get(Number(style));
}
