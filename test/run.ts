/**
 * `npm test [-- FILE… --flags]`: one PostgreSQL for the whole run, and processes that run one test file after the other (runner/). What
 * it can be asked for is in runner/asked.ts, in words in CONTRIBUTING.md.
 *
 * FACEVALUE_TEST_DATABASE_URL is the address of a server to use instead of an embedded one, for its superuser and one run at a time;
 * FACEVALUE_TEST_STATEMENTS is a folder in which every statement that the run sends is noted.
 */
import { existsSync, watch } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { HelpAsked, Misasked, readAsked, usage, type Asked } from './runner/asked.ts';
import { changedFiles, reachedBy, reachesAll } from './runner/changed.ts';
import type { Job } from './runner/job.ts';
import type { Order } from './runner/queue.ts';
import { startRun, type WholeRun } from './runner/whole-run.ts';
import { jobsOf } from './suites/jobs.ts';
import { withoutCitus } from './support/citus-database.ts';
import { CLUSTER_VARIABLE, startTestCluster, useServer } from './support/test-cluster.ts';

/** Editors write a file in several steps. */
const SAVED_MS = 300;
const WATCHED = [
  'bench',
  'bin',
  'docs',
  'migrations',
  'packages/docs/src',
  'sdk',
  'seeds',
  'simulators',
  'src',
  'test',
];

const asked = askedOrEnd();
const wanted = jobsOf(asked, withoutCitus === false);
const jobs = asked.changedSince === null ? wanted : reached(wanted, changedFiles(asked.changedSince));
if (jobs.length === 0 && !asked.watch) {
  console.log('Nothing that has changed is reached by a test\n\n0 passed, 0 failed, 0 skipped');
  process.exit(0);
}
const given = process.env[CLUSTER_VARIABLE] ?? '';
const cluster = given === '' ? await startTestCluster() : await useServer(given);
let run: WholeRun | null = null;
let signal: NodeJS.Signals | null = null;
const stopped = Promise.withResolvers<void>();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop(name));
// Whoever reads has gone.
process.stdout.on('error', () => stop('SIGPIPE'));

await runAll(jobs, asked.changedSince === null ? 'slowest-first' : 'as-given');
if (asked.watch) await runOnChanges();
await cluster.stop();
if (signal !== null) process.exitCode = 128 + constants.signals[signal];

function stop(by: NodeJS.Signals): void {
  signal ??= by;
  stopped.resolve();
  run?.stop();
}

async function runAll(some: Job[], order: Order): Promise<void> {
  if (some.length === 0) return;
  run = startRun(some, asked, cluster, order);
  process.exitCode = await run.done;
}

/** Until somebody ends it. What changes while tests run is run behind them. */
async function runOnChanges(): Promise<void> {
  const changed = new Set<string>();
  let change = Promise.withResolvers<void>();
  const watchers = WATCHED.filter((folder) => existsSync(folder)).map((folder) =>
    watch(folder, { recursive: true }, (_event, name) => {
      changed.add(join(folder, name ?? ''));
      change.resolve();
    }),
  );
  while (signal === null) {
    console.log('Waiting for changes');
    await Promise.race([change.promise, stopped.promise]);
    await new Promise((saved) => setTimeout(saved, SAVED_MS));
    const now = [...changed];
    changed.clear();
    change = Promise.withResolvers<void>();
    if (signal === null) await runAll(reached(wanted, now), 'as-given');
  }
  for (const watcher of watchers) watcher.close();
}

function reached(some: Job[], changed: string[]): Job[] {
  const all = reachesAll(changed);
  if (all !== null) console.log(`Everything, since any test may depend on ${all}`);
  const files = reachedBy(changed, [...new Set(some.map(({ file }) => file))]);
  return files.flatMap((file) => some.filter((job) => job.file === file));
}

function askedOrEnd(): Asked {
  try {
    return readAsked(process.argv.slice(2));
  } catch (error) {
    if (error instanceof HelpAsked) {
      console.log(usage);
      process.exit(0);
    }
    if (!(error instanceof Misasked)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
