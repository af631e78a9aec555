/** How a sheet is laid out: the rows and columns that nobody sees, and cells that are merged. */
import { TableProblem } from './table-problem.ts';
import type { Cell, TableRow } from './table-row.ts';
import { attribute, type XmlTag } from './xml-scan.ts';

/** Rows by their line, columns from 0. */
export interface Hidden {
  rows: ReadonlySet<number>;
  columns: ReadonlySet<number>;
}

/** Cells of one column that show the first of them; lines are inclusive. */
export interface Merge {
  column: number;
  first: number;
  last: number;
}

export const nothingHidden: Hidden = { rows: new Set(), columns: new Set() };

/** A table has fewer. */
const maxMerges = 100_000;
const maxColumns = 16_384;
/** Again and again, all ranges taken together. */
const maxColumnsNamed = 1_000_000;

const isTrue = (value: string): boolean => value === '1' || value === 'true';
const isZero = (value: string): boolean => value !== '' && Number(value) === 0;

/** Looks for these among the tags of a sheet, in their order. */
export function findLayout(): { hidden: Hidden; merges: Merge[]; onTag: (tag: XmlTag) => void } {
  const rows = new Set<number>();
  const columns = new Set<number>();
  const merges: Merge[] = [];
  let line = 0;
  let named = 0;

  function onTag({ name, source, opens }: XmlTag): void {
    if (!opens) return;
    if (name === 'row') {
      line = Number(attribute(source, 'r') || line + 1);
      const mayBeHidden = source.includes('hidden') || source.includes('ht');
      if (mayBeHidden && (isTrue(attribute(source, 'hidden')) || isZero(attribute(source, 'ht'))))
        rows.add(line);
    } else if (
      name === 'col' &&
      (isTrue(attribute(source, 'hidden')) || isZero(attribute(source, 'width')))
    ) {
      const first = Math.max(1, Number(attribute(source, 'min')));
      const last = Math.min(maxColumns, Number(attribute(source, 'max')));
      named += Math.max(0, last - first);
      if (named > maxColumnsNamed) throw new TableProblem({ is: 'too-large' });
      for (let at = first; at <= last; at += 1) columns.add(at - 1);
    } else if (name === 'mergeCell' && merges.length < maxMerges) {
      const merge = mergeOf(attribute(source, 'ref'));
      if (merge !== null) merges.push(merge);
    }
  }
  return { hidden: { rows, columns }, merges, onTag };
}

/** Null for cells beside each other: what each of them means is said by its own column. */
function mergeOf(ref: string): Merge | null {
  const [, letters = '', first, last] = /^([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})$/.exec(ref) ?? [];
  const column = columnOf(letters);
  return column === null || Number(last) <= Number(first)
    ? null
    : { column, first: Number(first), last: Number(last) };
}

/** `A` is 0; null: it names no column. */
export function columnOf(address: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(address)?.[0];
  if (letters === undefined) return null;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Fills merged cells with what they show; rows come in their order. */
export function mergedFilled(merges: readonly Merge[]): (row: TableRow) => TableRow {
  const starting = Map.groupBy(merges, ({ first }) => first);
  const open = new Map<number, { last: number; value: NonNullable<Cell> }>();
  return (row) => {
    for (const { column, last } of starting.get(row.line) ?? []) {
      const value = row.cells[column] ?? null;
      // One that shows nothing would be looked at in each of its rows.
      if (value === null) open.delete(column);
      else open.set(column, { last, value });
    }
    if (open.size === 0) return row;
    const cells = [...row.cells];
    for (const [column, { last, value }] of open) {
      if (row.line > last) open.delete(column);
      else if ((cells[column] ?? null) === null) {
        while (cells.length < column) cells.push(null);
        cells[column] = value;
      }
    }
    return { ...row, cells };
  };
}
