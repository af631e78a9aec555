/**
 * `npm test [-- FILE… --flags]`: one PostgreSQL for the whole run, and processes that run one test file after the other (runner/). Flags:
 * --test-name-pattern and --test-skip-pattern as Node's own runner has them; --seed[=N] shuffles the files; --workers=N.
 *
 * FACEVALUE_TEST_DATABASE_URL is the address of a server to use instead of an embedded one, for its superuser and one run at a time;
 * With FACEVALUE_TEST_CELLS=3 each test world has three cells, and what cannot be tested so is left out (cells/without-cells.ts);
 * FACEVALUE_TEST_STATEMENTS is a folder in which every statement that the run sends is noted.
 */
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { CELLS_VARIABLE, withoutCells } from './cells/without-cells.ts';
import { Misasked, readAsked, type Asked } from './runner/asked.ts';
import { keepDurations, readDurations } from './runner/durations.ts';
import { nameOf, type Ended, type Job } from './runner/job.ts';
import { ownProcess } from './runner/own-process.ts';
import { endTold, fileTold, leftTold, secondsOf, totalsOf } from './runner/progress.ts';
import { inOrder, UNKNOWN_MS } from './runner/queue.ts';
import { runJobs } from './runner/run-jobs.ts';
import { gatheringIn, STATEMENTS_VARIABLE } from './statements/gathered.ts';
import { CLUSTER_VARIABLE, startTestCluster, useServer } from './support/test-cluster.ts';

const ALL_TESTS = ['src/**/*.test.ts', 'test/**/*.test.ts', 'simulators/**/*.test.ts'];

const LEAST_DEADLINE_MS = 600_000;

const asked = askedOrEnd();
const durations = readDurations();
const files = asked.files.length > 0 ? asked.files : allFiles();
const jobs = inOrder(
  files.map((file): Job => ({ file, environment: 'plain' })),
  (file) => file in ownProcess,
  durations,
  asked.seed,
);
const given = process.env[CLUSTER_VARIABLE] ?? '';
const cluster = given === '' ? await startTestCluster() : await useServer(given);
/** Each test process, and each that it starts, loads most of the program: the first one compiles it for all. */
const compiled = mkdtempSync(join(tmpdir(), 'facevalue-compiled-'));
const environment = {
  NODE_COMPILE_CACHE: compiled,
  ...process.env,
  ...gatheringIn(process.env[STATEMENTS_VARIABLE] ?? ''),
  [CLUSTER_VARIABLE]: cluster.serverUrl,
};

const started = performance.now();
const all: Ended[] = [];
if (asked.seed !== null) console.log(`Files in the order of --seed=${asked.seed}`);
const run = runJobs(jobs, {
  workers: Math.min(asked.workers, jobs.length),
  patterns: asked.patterns,
  environmentOf: () => environment,
  durations,
  leastDeadlineMs: LEAST_DEADLINE_MS,
  onEnd: tellEnded,
});
let signal: NodeJS.Signals | null = null;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(name, () => {
    signal ??= name;
    void run.stop();
  });
await run.done;
rmSync(compiled, { recursive: true, force: true });
await cluster.stop();
process.exitCode = tellEnd();

function tellEnded(ended: Ended): void {
  all.push(ended);
  const left = jobs.map(nameOf).filter((name) => !all.some(({ job }) => nameOf(job) === name));
  const leftMs = left.reduce((sum, name) => sum + (durations.get(name) ?? UNKNOWN_MS), 0) / asked.workers;
  if (asked.patterns.length > 0 && ended.tests.length + ended.failures.length === 0) return;
  console.log(fileTold(ended, leftTold(all.length, jobs.length, leftMs)));
}

/** The last line is for programs: nothing else is on it. */
function tellEnd(): number {
  if (asked.patterns.length === 0 && signal === null)
    keepDurations(new Map(all.map(({ job, ms }) => [nameOf(job), Math.round(ms)])));
  const totals = totalsOf(all);
  const cpuMs = all.reduce((sum, ended) => sum + ended.cpuMs.own + ended.cpuMs.children, 0);
  const nothing = totals.passed + totals.failed + totals.skipped === 0;
  console.log(endTold(all));
  console.log(
    `\n${all.length} files in ${secondsOf(performance.now() - started)}; their processes used ${secondsOf(cpuMs)} of processor time`,
  );
  if (signal !== null) console.log(`Ended by ${signal}: ${jobs.length - all.length} files have not run`);
  else if (nothing) console.log('No test matches');
  console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
  if (signal !== null) return 128 + constants.signals[signal];
  return nothing || totals.failed > 0 ? 1 : 0;
}

function allFiles(): string[] {
  const found = globSync(ALL_TESTS).toSorted();
  return process.env[CELLS_VARIABLE] === undefined ? found : found.filter((file) => !(file in withoutCells));
}

function askedOrEnd(): Asked {
  try {
    return readAsked(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof Misasked)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
