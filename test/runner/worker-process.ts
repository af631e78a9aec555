import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Ended, QueuedJob } from './job.ts';
import { endStarted, MARK_VARIABLE } from './started.ts';
import type { FromWorker, LeftTold, TestTold, ToWorker } from './told.ts';

export interface WorkerOptions {
  /** Flags of Node's test runner by which only some tests of a file run. */
  patterns: string[];
  environment: NodeJS.ProcessEnv;
}

export interface WorkerProcess {
  /** Never rejects: whatever happens to the process is a failure of the file. */
  run(job: QueuedJob, deadlineMs: number): Promise<Ended>;
  /** Whether it has ended, has used much memory, or is not as it was before its last file. */
  isSpent(): boolean;
  end(): Promise<void>;
}

/** What is not returned to the system until a process ends: loaded files and worlds that have ended. */
const MOST_MEMORY_BYTES = 1.5 * 1024 ** 3;
const MOST_OUTPUT_CHARACTERS = 1_000_000;
/** How long its last look may take: leftovers.ts waits for five seconds at most. */
const LOOK_MS = 60_000;
const END_MS = 5_000;

/** Of all that this run has started. */
let workers = 0;

export function startWorker({ patterns, environment }: WorkerOptions): WorkerProcess {
  workers += 1;
  const mark = `${process.pid}-${workers}`;
  const child = spawnWorker(patterns, { ...environment, [MARK_VARIABLE]: mark });
  const filtered = patterns.length > 0;
  const closed = whenClosed(child, mark);
  const output = gathered(child);
  const used = { own: 0, children: 0 };
  let spent = false;
  void closed.then(() => (spent = true));

  async function run(job: QueuedJob, deadlineMs: number): Promise<Ended> {
    const started = performance.now();
    const ended: Ended = { job, tests: [], failures: [], ms: 0, cpuMs: { own: 0, children: 0 }, output: '' };
    const fail = (error: string): void => void ended.failures.push({ names: [], place: job.file, error });
    output.clear();
    try {
      const left = await runFile(child, closed, { file: job.file, filtered, deadlineMs, ended, fail });
      judgeLeft(left, job, ended, fail);
    } catch (problem) {
      spent = true;
      signalGroup(child, 'SIGKILL');
      fail(String(problem));
    }
    if (!filtered && ended.tests.length + ended.failures.length === 0) fail('it has no tests');
    return Object.assign(ended, { ms: performance.now() - started, output: output.text() });
  }

  function judgeLeft(left: LeftTold, job: QueuedJob, ended: Ended, fail: (error: string) => void): void {
    // What its test has told already is not told twice.
    const told = ended.failures.map(({ error }) => error.split('\n')[0]);
    const late = left.late.filter((error) => !told.includes(error.split('\n')[0]));
    for (const error of late) fail(`when its test had ended, or unseen by it: ${error}`);
    if (left.left.length > 0 && left.late.length === 0 && !job.alone)
      fail(`it leaves behind: ${left.left.join('; ')}`);
    ended.cpuMs = { own: left.cpuMs.own - used.own, children: left.cpuMs.children - used.children };
    Object.assign(used, left.cpuMs);
    // Node matches patterns only in the first file of a process.
    spent ||= filtered || left.memoryBytes > MOST_MEMORY_BYTES || left.left.length > 0;
  }

  async function end(): Promise<void> {
    ask(child, { ask: 'end' });
    const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), END_MS);
    await closed;
    clearTimeout(timer);
  }

  return { run, isSpent: () => spent, end };
}

const spawnWorker = (patterns: string[], environment: NodeJS.ProcessEnv): ChildProcess =>
  spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      `--test-reporter=${join(import.meta.dirname, 'reporter.ts')}`,
      ...patterns,
      join(import.meta.dirname, 'worker.ts'),
    ],
    // A group of its own: what its tests have started ends with it, also where there is no mark to be read (started.ts).
    { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], env: environment, detached: true },
  );

interface FileRun {
  file: string;
  filtered: boolean;
  deadlineMs: number;
  ended: Ended;
  fail: (error: string) => void;
}

/** Resolves when the file has ended and the process has looked at what it left; rejects with a sentence. */
function runFile(
  child: ChildProcess,
  closed: Promise<string>,
  { file, filtered, deadlineMs, ended, fail }: FileRun,
): Promise<LeftTold> {
  const { promise, resolve, reject } = Promise.withResolvers<LeftTold>();
  const late = (ms: number, what: string): NodeJS.Timeout =>
    setTimeout(() => reject(new Late(`${what} after ${Math.round(ms / 1_000)} s`)), ms);
  let timer = late(deadlineMs, 'the file had not ended');
  let looks = false;
  const hear = (message: FromWorker): void => {
    if (message.told === 'test') hearTest(message, ended);
    else if (message.told === 'left') resolve(message);
    else if (!looks) {
      looks = true;
      if (message.error !== '') fail(message.error);
      clearTimeout(timer);
      timer = late(LOOK_MS, 'the process did not answer');
      ask(child, { ask: 'look' });
    }
  };
  child.on('message', hear);
  void closed.then((sentence) => reject(new Late(sentence)));
  ask(child, { ask: 'run', file, filtered });
  return promise.finally(() => {
    clearTimeout(timer);
    child.off('message', hear);
  });
}

/** Told as its sentence alone. */
class Late extends Error {
  override toString(): string {
    return this.message;
  }
}

function hearTest({ names, end, ms, place, error }: TestTold, { tests, failures }: Ended): void {
  tests.push({ names, end, ms });
  if (end === 'failed') failures.push({ names, place, error });
}

const ask = (child: ChildProcess, message: ToWorker): void => {
  if (child.connected) child.send(message, () => {});
};

/** Resolves with the reason when the process has ended and all that it told is read. */
function whenClosed(child: ChildProcess, mark: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  child.once('error', (error) => resolve(`its process could not be started: ${error.message}`));
  child.once('exit', (code, signal) => {
    signalGroup(child, 'SIGKILL');
    endStarted(mark);
    const sentence = `its process ended (${code === null ? signal : `exit code ${code}`}) before the file did`;
    // Whatever has left the group may keep its pipes open.
    const timer = setTimeout(() => resolve(sentence), END_MS);
    child.once('close', () => {
      clearTimeout(timer);
      resolve(sentence);
    });
  });
  return promise;
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // Nobody is there any more.
  }
}

function gathered({ stdout, stderr }: ChildProcess): { text(): string; clear(): void } {
  let text = '';
  for (const stream of [stdout, stderr])
    stream?.setEncoding('utf8').on('data', (more: string) => {
      if (text.length < MOST_OUTPUT_CHARACTERS) text += more;
    });
  return { text: () => text, clear: () => (text = '') };
}
