/** The process that reads tables, one after the other. It has neither settings nor secrets. */
import { on } from 'node:events';
import { readFileSync } from 'node:fs';
import { readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';
import { limitedRows } from './limited-rows.ts';
import { tableOfBytes } from './table-file.ts';
import type { FromReader, TableAsk, ToReader } from './table-messages.ts';
import { TableProblem } from './table-problem.ts';
import type { TableReason } from './table-reasons.ts';
import type { TableRow } from './table-row.ts';

const batchRows = 2000;
const batchCharacters = 256 * 1024;
/** Batches that may be sent before the consumer has taken the first of them. */
const batchesAhead = 4;
/** It is used again unless it has grown, or is old. */
const reusedBelowBytes = 400 * 1024 * 1024;
const reusedBelowSeconds = 300;

const messages: AsyncIterator<ToReader[], undefined> = on(process, 'message');

async function hear(): Promise<ToReader> {
  const message = (await messages.next()).value?.[0];
  if (message === undefined) throw new Error('Messages end with the process.');
  return message;
}

const say = (message: FromReader): Promise<void> =>
  new Promise((resolve) => void process.send?.(message, undefined, undefined, () => resolve()));

async function received({ bytes }: TableAsk): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new Uint8Array(bytes);
  for (let at = 0; at < bytes;) {
    const message = await hear();
    if (message.is !== 'piece') continue;
    whole.set(message.bytes, at);
    at += message.bytes.length;
  }
  return whole;
}

const onProgress = (fraction: number): void => void say({ is: 'progress', fraction });

async function* rowsOf(
  { form, sheet, everySheet, tellsProgress }: TableAsk,
  bytes: Uint8Array<ArrayBuffer>,
): AsyncGenerator<TableRow> {
  yield* form === 'workbook'
    ? readXlsx(bytes, { sheet, everySheet, onProgress: tellsProgress ? onProgress : null })
    : readCsv(tableOfBytes(Buffer.from(bytes.buffer)), onProgress);
}

async function readRows(ask: TableAsk): Promise<void> {
  const bytes = await received(ask);
  let batch: TableRow[] = [];
  let characters = 0;
  let batches = 0;
  for await (const limited of limitedRows(rowsOf(ask, bytes), ask.form)) {
    batch.push(limited.row);
    characters += limited.characters;
    if (batch.length < batchRows && characters < batchCharacters) continue;
    await say({ is: 'rows', rows: batch });
    batch = [];
    characters = 0;
    batches += 1;
    if (batches > batchesAhead) await taken();
  }
  if (batch.length > 0) await say({ is: 'rows', rows: batch });
}

async function taken(): Promise<void> {
  let message: ToReader;
  do message = await hear();
  while (message.is !== 'taken');
}

/** The messages of libraries may quote the file; ours do not. */
function reasonOf(problem: unknown): TableReason {
  if (problem instanceof TableProblem) return problem.reason;
  return { is: problem instanceof RangeError ? 'too-large' : 'unknown' };
}

async function answer(ask: TableAsk): Promise<void> {
  const before = process.cpuUsage();
  const reason = await readRows(ask).then(() => null, reasonOf);
  const { user, system } = process.cpuUsage(before);
  const peakBytes = readPeakBytes();
  const cost = { ms: (user + system) / 1000, peakBytes, reusable: isReusable(peakBytes) };
  await say(reason === null ? { is: 'end', ...cost } : { is: 'problem', reason, ...cost });
}

/** Peak memory of this program alone. `maxRSS` is no use: Linux includes the memory of the process that started it. */
function readPeakBytes(): number {
  const status = process.platform === 'linux' ? readFileSync('/proc/self/status', 'utf8') : '';
  const [, kilobytes = process.resourceUsage().maxRSS] = /^VmHWM:\s*(\d+)/m.exec(status) ?? [];
  return Number(kilobytes) * 1024;
}

function isReusable(peakBytes: number): boolean {
  const { user, system } = process.cpuUsage();
  return peakBytes < reusedBelowBytes && (user + system) / 1_000_000 < reusedBelowSeconds;
}

// The asking process has ended.
process.on('disconnect', () => process.exit());
await say({ is: 'ready' });
for (;;) {
  const message = await hear();
  if (message.is === 'table') await answer(message);
}
