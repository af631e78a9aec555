import { streamXlsxRows } from 'hucre/xlsx';
import { on } from 'node:events';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { Cell, TableRow } from './read-table.ts';
import type { WorkbookAsk, WorkbookMessage } from './read-xlsx.ts';
import { TableProblem } from './table-problem.ts';

const batchRows = 2000;
/** Batches that may be under way before the reader has taken the first of them. */
const batchesAhead = 4;
const maxColumns = 200;

async function readRows(
  { archive, sheet, maxRows }: WorkbookAsk,
  port: MessagePort,
  say: (message: WorkbookMessage) => void,
): Promise<void> {
  const taken = on(port, 'message');
  let batch: TableRow[] = [];
  let rows = 0;
  let batches = 0;
  for await (const { index, values } of streamXlsxRows(archive, sheet === undefined ? {} : { sheet })) {
    if (values.length > maxColumns)
      throw new TableProblem(`row ${index + 1} has more than ${maxColumns} cells`);
    const cells = values.map(cellOf);
    if (cells.every((cell) => cell === null)) continue;
    rows += 1;
    if (rows >= maxRows) throw new TableProblem(`the table has more than ${maxRows - 1} rows`);
    batch.push({ line: index + 1, cells });
    if (batch.length < batchRows) continue;
    say({ is: 'rows', rows: batch });
    batch = [];
    batches += 1;
    if (batches > batchesAhead) await taken.next();
  }
  if (batch.length > 0) say({ is: 'rows', rows: batch });
}

function cellOf(value: Cell): Cell {
  return typeof value === 'string' && value.trim() === '' ? null : value;
}

async function answer(port: MessagePort, ask: WorkbookAsk): Promise<void> {
  const say = (message: WorkbookMessage): void => port.postMessage(message, []);
  try {
    await readRows(ask, port, say);
    say({ is: 'end' });
  } catch (problem) {
    // The library's words may quote the file; ours don't.
    const words =
      problem instanceof TableProblem ? problem.message : 'the workbook is damaged or of an unknown form';
    say({ is: 'problem', words });
  }
  port.close();
}

if (parentPort === null) throw new Error('This file runs as a worker thread only.');
await answer(parentPort, workerData);
