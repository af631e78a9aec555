/** Tables that people read and send as a whole: hidden parts of them are refused instead of read silently. */
import { TableProblem } from './table-problem.ts';
import type { TableRow } from './table-row.ts';

/**
 * The same rows; throws a TableProblem where a row or a column is hidden, or a further sheet that is not has something in it, unless it has
 * one of these names.
 */
export async function* whollySeen(
  batches: AsyncIterable<TableRow[]>,
  known: readonly string[] = [],
): AsyncGenerator<TableRow[]> {
  for await (const batch of batches) {
    for (const row of batch) refuseUnseen(row, known);
    yield batch;
  }
}

function refuseUnseen({ line, hidden, facts }: TableRow, known: readonly string[]): void {
  if (hidden === true) throw new TableProblem({ is: 'hidden-row', line });
  const [column] = facts?.hiddenColumns ?? [];
  if (column !== undefined) throw new TableProblem({ is: 'hidden-column', column: column + 1 });
  const further = facts?.sheets.find(
    ({ name, isRead, isHidden }) => !isRead && !isHidden && !known.includes(name),
  );
  if (further !== undefined) throw new TableProblem({ is: 'further-sheet', name: further.name });
}
