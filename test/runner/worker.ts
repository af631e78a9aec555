/** One process of a test run: runs the files that it is given, one after the other (worker-process.ts starts it). */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { leftSince, sharedNow } from './leftovers.ts';
import { endStarted, MARK_VARIABLE } from './started.ts';
import type { FromWorker, ToWorker } from './told.ts';

/** Enough for the last tests to be told, where nothing tells that the file has ended. */
const TURNS_TO_TELL = 100;
const MS_PER_TICK = 10;

let before = sharedNow();
let thrown: unknown[] = [];
/** Nobody may end this process but the run: what its tests have told would be lost. */
let exits: Error[] = [];
const exit = process.exit.bind(process);
process.exit = (code): never => {
  const error = new Error(`process.exit(${code ?? ''}) was called`);
  exits.push(error);
  throw error;
};

process.on('message', (message: ToWorker) => {
  if (message.ask === 'end') exit();
  void (message.ask === 'run' ? run(message) : look());
});
// Without the run, which was killed, there is nobody to work for, and nobody who ends what it has started.
process.once('disconnect', () => void endForRun().finally(() => exit()));
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, (error) => void thrown.push(error));

async function run({ file, filtered }: { file: string; filtered: boolean }): Promise<void> {
  // A suite round the file keeps its hooks in it, and fails if they do or if the file can't be loaded.
  await describe(file, async () => {
    before = sharedNow();
    await import(pathToFileURL(resolve(file)).href);
  });
  // Otherwise the reporter tells it, when it has told all tests. Of a file without a match it hears nothing.
  if (!filtered) return;
  for (let turn = 0; turn < TURNS_TO_TELL; turn++) await new Promise((done) => setImmediate(done));
  tell({ told: 'file', error: '' });
}

async function look(): Promise<void> {
  const left = await leftSince(before);
  // Node's runner sets it when something fails after the end of its test.
  const late = [...exits, ...(process.exitCode === 1 ? thrown : [])].map((error) => inspect(error));
  process.exitCode = undefined;
  [thrown, exits] = [[], []];
  const { user, system } = process.cpuUsage();
  tell({
    told: 'left',
    left,
    late,
    memoryBytes: process.memoryUsage.rss(),
    cpuMs: { own: (user + system) / 1_000, children: childrenMs() },
  });
}

/** By the kernel's book of this process; nothing where there is none. */
function childrenMs(): number {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[13]) + Number(fields[14])) * MS_PER_TICK;
  } catch {
    return 0;
  }
}

async function endForRun(): Promise<void> {
  endStarted(process.env[MARK_VARIABLE] ?? '');
  const { sweepDeadClusters } = await import('../support/test-cluster.ts');
  await sweepDeadClusters();
}

const tell = (message: FromWorker): boolean | undefined => process.send?.(message);
