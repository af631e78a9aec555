/** Applies a choice of columns to each sheet of a workbook: a named column may be in some of them only. */
import type { TableRow } from '../../platform/spreadsheet/table-row.ts';
import { findColumns, isPlace, type ColumnChoice } from './columns.ts';
import { bare, poolFields } from './headings.ts';

export interface SheetChoices {
  /** What of the choice is about the sheet that begins with these rows. */
  of(rows: TableRow[]): ColumnChoice;
  /** What no sheet has. */
  unused(): string[];
}

const rowsWithHeadings = 10;

export function sheetChoices(choice: ColumnChoice): SheetChoices {
  const named = [...poolFields.flatMap((field) => choice[field] ?? []), ...(choice.skip ?? [])];
  const unused = new Set(named.filter((name) => !isPlace(name)));
  return {
    of(rows) {
      const there = headingsOf(rows);
      const isThere = (name: string): boolean => isPlace(name) || there.has(bare(name));
      for (const name of named) if (isThere(name)) unused.delete(name);
      const own: ColumnChoice & { skip: string[] } = { skip: (choice.skip ?? []).filter(isThere) };
      for (const field of poolFields) {
        const name = choice[field];
        if (name !== undefined && isThere(name)) own[field] = name;
      }
      return own;
    },
    unused: () => [...unused],
  };
}

/** The headings themselves, and those of two levels together. */
function headingsOf(rows: TableRow[]): Set<string> {
  const columns = findColumns(rows, {}, true);
  const joined = columns.is === 'found' ? columns.headings.map(bare) : [];
  return new Set([...joined, ...rows.slice(0, rowsWithHeadings).flatMap(({ cells }) => cells.map(bare))]);
}
