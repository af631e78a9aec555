/** The rows of a file in batches of one sheet each. */
import type { TableRow } from '../../platform/spreadsheet/table-row.ts';

/** Headings are looked for in the first rows of a sheet: they come in one batch. */
const leastFirst = 20;

export async function* bySheet(batches: AsyncIterable<TableRow[]>): AsyncGenerator<TableRow[]> {
  let waiting: TableRow[] = [];
  for await (const batch of batches) {
    waiting.push(...batch);
    for (let end = endOfSheet(waiting); end > 0; end = endOfSheet(waiting)) {
      yield waiting.slice(0, end);
      waiting = waiting.slice(end);
    }
    if (waiting.length < leastFirst) continue;
    yield waiting;
    waiting = [];
  }
  if (waiting.length > 0) yield waiting;
}

/** Where the rows of the first sheet end and another begins; 0: they do not yet. */
const endOfSheet = (rows: readonly TableRow[]): number =>
  Math.max(
    0,
    rows.findIndex((row) => row.sheet !== rows[0]?.sheet),
  );
