/** Reads tables in a thread with limits of memory and time, so that a hostile file can harm nothing else. */
import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { TableOptions, TableRow } from './table-row.ts';
import type { TableFile } from './table-file.ts';
import { TableProblem } from './table-problem.ts';
import { unpackedSize } from './zip-entries.ts';

const maxUnpackedBytes = 400 * 1024 * 1024;
const threadLimits = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 64 };
/** Reading is given up if the next batch takes longer. */
const silenceMs = 60_000;
/** Two million rows take about a minute. */
const usualTimeoutMs = 10 * 60_000;

export type TableMessage =
  | { is: 'rows'; rows: TableRow[] }
  | { is: 'progress'; fraction: number }
  | { is: 'end' }
  | { is: 'problem'; details: string };

export interface TableAsk {
  form: 'workbook' | 'csv';
  bytes: Uint8Array<ArrayBuffer>;
  sheet: string | undefined;
  everySheet: boolean;
  /** Whether the caller shows progress: a workbook's rows are counted only for that. */
  tellsProgress: boolean;
}

export async function* readInThread(
  file: TableFile,
  form: TableAsk['form'],
  options: TableOptions,
): AsyncGenerator<TableRow[]> {
  const bytes = await file.whole();
  if (form === 'workbook') checkUnpackedSize(bytes);
  const tellsProgress = options.onProgress !== undefined;
  const ask: TableAsk = {
    form,
    bytes: new Uint8Array(bytes),
    sheet: options.sheet,
    everySheet: options.everySheet === true,
    tellsProgress,
  };
  const worker = new Worker(new URL('./table-worker.ts', import.meta.url), {
    workerData: ask,
    transferList: [ask.bytes.buffer],
    resourceLimits: threadLimits,
  });
  try {
    yield* rowsOf(worker, options);
  } catch (problem) {
    throw memoryProblem(problem) ?? problem;
  } finally {
    await worker.terminate();
  }
}

function checkUnpackedSize(archive: Buffer): void {
  const unpacked = unpackedSize(archive);
  if (unpacked === null) throw new TableProblem('the file is no workbook, or a damaged one');
  if (unpacked > maxUnpackedBytes) {
    throw new TableProblem(`the workbook unpacks to more than ${maxUnpackedBytes / 1024 / 1024} MB`);
  }
}

type Messages = AsyncIterator<TableMessage[], undefined>;

async function* rowsOf(worker: Worker, options: TableOptions): AsyncGenerator<TableRow[]> {
  const messages: Messages = on(worker, 'message', { close: ['exit'] });
  let leftMs = options.timeoutMs ?? usualTimeoutMs;
  for (;;) {
    const asked = performance.now();
    const message = await nextMessage(messages, Math.min(silenceMs, leftMs));
    leftMs -= performance.now() - asked;
    switch (message.is) {
      case 'rows':
        yield message.rows;
        worker.postMessage('taken', []);
        break;
      case 'progress':
        options.onProgress?.(message.fraction);
        break;
      case 'problem':
        throw new TableProblem(message.details);
      case 'end':
        return;
    }
  }
}

async function nextMessage(messages: Messages, waitMs: number): Promise<TableMessage> {
  const silence = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => silence.reject(new TableProblem('the table takes too long to read')),
    Math.max(0, waitMs),
  );
  try {
    const next = await Promise.race([messages.next(), silence.promise]);
    const message = next.value?.[0];
    if (message === undefined) throw new TableProblem('the table could not be read');
    return message;
  } finally {
    clearTimeout(timer);
  }
}

function memoryProblem(problem: unknown): TableProblem | null {
  const outOfMemory =
    problem instanceof Error && 'code' in problem && problem.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return outOfMemory ? new TableProblem('the table is too large to read') : null;
}
