/** The worker thread that reads a sheet. */
import { on } from 'node:events';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { readCsv } from './read-csv.ts';
import type { TableRow } from './table-row.ts';
import { readXlsx } from './read-xlsx.ts';
import { tableOfBytes } from './table-file.ts';
import { maxTableRows, TableProblem } from './table-problem.ts';
import type { TableAsk, TableMessage } from './table-thread.ts';

const batchRows = 2000;
/** Batches that may be sent before the consumer has taken the first of them. */
const batchesAhead = 4;
const maxColumns = 200;

type Say = (message: TableMessage) => void;

function rowsOf(
  { form, bytes, sheet, everySheet, tellsProgress }: TableAsk,
  say: Say,
): AsyncGenerator<TableRow> {
  const onProgress = (fraction: number): void => say({ is: 'progress', fraction });
  if (form === 'workbook')
    return readXlsx(bytes, { sheet, everySheet, onProgress: tellsProgress ? onProgress : null });
  return readCsv(tableOfBytes(Buffer.from(bytes.buffer)), onProgress);
}

async function readRows(ask: TableAsk, port: MessagePort, say: Say): Promise<void> {
  const taken = on(port, 'message');
  let batch: TableRow[] = [];
  let rows = 0;
  let batches = 0;
  for await (const row of rowsOf(ask, say)) {
    // Programs write cells that have a format and nothing in them, up to the last column of a sheet.
    if (ask.form === 'workbook' && row.cells.length > maxColumns)
      row.cells.length = row.cells.findLastIndex((cell) => cell !== null) + 1;
    if (row.cells.length > maxColumns)
      throw new TableProblem(`row ${row.line} has more than ${maxColumns} cells`);
    if (row.cells.every((cell) => cell === null)) continue;
    rows += 1;
    if (rows > maxTableRows) throw new TableProblem(`the table has more than ${maxTableRows} rows`);
    batch.push(row);
    if (batch.length < batchRows) continue;
    say({ is: 'rows', rows: batch });
    batch = [];
    batches += 1;
    if (batches > batchesAhead) await taken.next();
  }
  if (batch.length > 0) say({ is: 'rows', rows: batch });
}

async function answer(port: MessagePort, ask: TableAsk): Promise<void> {
  const say: Say = (message) => port.postMessage(message, []);
  try {
    await readRows(ask, port, say);
    say({ is: 'end' });
  } catch (problem) {
    // The library's messages may quote the file; ours do not.
    const details =
      problem instanceof TableProblem ? problem.message : 'the file is damaged or of an unknown form';
    say({ is: 'problem', details });
  }
  port.close();
}

if (parentPort === null) throw new Error('This file runs as a worker thread only.');
await answer(parentPort, workerData);
