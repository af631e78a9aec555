/** Reads tables in a process with limits of memory and time, so that a hostile file can harm nothing else. */
import { takeReader } from './reader-places.ts';
import type { ReaderProcess } from './reader-process.ts';
import type { FromReader, TableAsk } from './table-messages.ts';
import type { ReadingCost, TableOptions, TableRow } from './table-row.ts';
import type { TableFile } from './table-file.ts';
import { TableProblem } from './table-problem.ts';
import { unpackedSize } from './zip-entries.ts';

const maxUnpackedBytes = 400 * 1024 * 1024;
/** Reading is given up if the next batch takes longer. */
const silenceMs = 60_000;
/** Time limit; two million rows take about a minute. */
const usualTimeoutMs = 10 * 60_000;
const pieceBytes = 1024 * 1024;

export async function* readInProcess(
  file: TableFile,
  form: TableAsk['form'],
  options: TableOptions,
): AsyncGenerator<TableRow[]> {
  const bytes = await file.whole();
  if (form === 'workbook') checkUnpackedSize(bytes);
  const { reader, giveBack } = await takeReader();
  const reading: Reading = { reader, leftMs: options.timeoutMs ?? usualTimeoutMs, usedMs: 0 };
  let end: TableEnd | undefined;
  try {
    const tellsProgress = options.onProgress !== undefined;
    await ask(
      reading,
      {
        is: 'table',
        form,
        bytes: bytes.length,
        sheet: options.sheet,
        everySheet: options.everySheet === true,
        tellsProgress,
      },
      bytes,
    );
    end = yield* rowsOf(reading, options);
  } finally {
    giveBack(end?.reusable === true ? 'reusable' : 'spent');
    options.onCost?.(end === undefined ? { ms: reading.usedMs, peakBytes: null } : costOf(end));
  }
  if (end.is === 'problem') throw new TableProblem(end.reason);
}

type TableEnd = Extract<FromReader, { is: 'end' | 'problem' }>;

interface Reading {
  reader: ReaderProcess;
  leftMs: number;
  usedMs: number;
}

const costOf = ({ ms, peakBytes }: TableEnd): ReadingCost => ({ ms, peakBytes });

function checkUnpackedSize(archive: Buffer): void {
  const unpacked = unpackedSize(archive);
  if (unpacked === null) throw new TableProblem({ is: 'no-workbook' });
  if (unpacked > maxUnpackedBytes) {
    throw new TableProblem({ is: 'unpacks-too-large', megabytes: maxUnpackedBytes / 1024 / 1024 });
  }
}

async function ask({ reader }: Reading, table: TableAsk, bytes: Buffer): Promise<void> {
  await reader.say(table);
  for (let from = 0; from < bytes.length; from += pieceBytes)
    await reader.say({ is: 'piece', bytes: bytes.subarray(from, from + pieceBytes) });
}

async function* rowsOf(reading: Reading, options: TableOptions): AsyncGenerator<TableRow[], TableEnd> {
  for (;;) {
    const message = await nextMessage(reading);
    switch (message.is) {
      case 'rows':
        yield message.rows;
        await reading.reader.say({ is: 'taken' });
        break;
      case 'progress':
        options.onProgress?.(message.fraction);
        break;
      case 'end':
      case 'problem':
        return message;
      case 'ready':
        throw new Error('A process that reads a table says that it begins.');
    }
  }
}

async function nextMessage(reading: Reading): Promise<FromReader> {
  const asked = performance.now();
  const silence = Promise.withResolvers<'silence'>();
  const timer = setTimeout(silence.resolve, Math.max(0, Math.min(silenceMs, reading.leftMs)), 'silence');
  const message = await Promise.race([reading.reader.hear(), silence.promise]);
  clearTimeout(timer);
  const tookMs = performance.now() - asked;
  reading.leftMs -= tookMs;
  reading.usedMs += tookMs;
  if (message === 'silence') throw new TableProblem({ is: 'too-slow' });
  // The system ends it where it asks for more memory than it may have.
  if (message === null) throw new TableProblem({ is: 'too-large' });
  return message;
}
