import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { TableOptions, TableRow } from './read-table.ts';
import type { TableFile } from './table-file.ts';
import { maxTableRows, TableProblem } from './table-problem.ts';
import { unpackedSize } from './unpacked-size.ts';

const maxUnpackedBytes = 400 * 1024 * 1024;
const workerLimits = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 64 };
/** A workbook that gives no next batch for so long is given up. */
const silenceMs = 60_000;

export type WorkbookMessage =
  | { is: 'rows'; rows: TableRow[] }
  | { is: 'end' }
  | { is: 'problem'; words: string };

export interface WorkbookAsk {
  archive: Uint8Array<ArrayBuffer>;
  sheet: string | undefined;
  maxRows: number;
}

/** Workbooks are unpacked in a thread of their own with a memory limit, so that a hostile one harms nothing else. */
export async function* readXlsx(file: TableFile, options: TableOptions): AsyncGenerator<TableRow[]> {
  const archive = await file.whole();
  const unpacked = unpackedSize(archive);
  if (unpacked === null) throw new TableProblem('the file is no workbook, or a damaged one');
  if (unpacked > maxUnpackedBytes) {
    throw new TableProblem(`the workbook unpacks to more than ${maxUnpackedBytes / 1024 / 1024} MB`);
  }
  const ask: WorkbookAsk = {
    archive: new Uint8Array(archive),
    sheet: options.sheet,
    maxRows: maxTableRows + 1,
  };
  const worker = new Worker(new URL('./xlsx-worker.ts', import.meta.url), {
    workerData: ask,
    transferList: [ask.archive.buffer],
    resourceLimits: workerLimits,
  });
  try {
    yield* rowsOf(worker);
  } catch (problem) {
    throw memoryProblem(problem) ?? problem;
  } finally {
    await worker.terminate();
  }
}

type Messages = AsyncIterator<WorkbookMessage[], undefined>;

async function* rowsOf(worker: Worker): AsyncGenerator<TableRow[]> {
  const messages: Messages = on(worker, 'message', { close: ['exit'] });
  for (;;) {
    const message = await nextMessage(messages);
    switch (message.is) {
      case 'rows':
        yield message.rows;
        worker.postMessage('taken', []);
        break;
      case 'problem':
        throw new TableProblem(message.words);
      case 'end':
        return;
    }
  }
}

async function nextMessage(messages: Messages): Promise<WorkbookMessage> {
  const silence = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => silence.reject(new TableProblem('the workbook takes too long to unfold')),
    silenceMs,
  );
  try {
    const next = await Promise.race([messages.next(), silence.promise]);
    const message = next.value?.[0];
    if (message === undefined) throw new TableProblem('the workbook could not be unfolded');
    return message;
  } finally {
    clearTimeout(timer);
  }
}

function memoryProblem(problem: unknown): TableProblem | null {
  const outOfMemory =
    problem instanceof Error && 'code' in problem && problem.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return outOfMemory ? new TableProblem('the workbook is too large to unfold') : null;
}
