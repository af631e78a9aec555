import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { CELLS_VARIABLE } from '../cells/without-cells.ts';
import { STATEMENTS_THERE_VARIABLE } from '../cluster/run-on-cluster.ts';
import { gatheringIn, STATEMENTS_VARIABLE } from '../statements/gathered.ts';
import { WORLDS_VARIABLE } from '../support/citus-database.ts';
import { CLUSTER_VARIABLE, type TestCluster } from '../support/test-cluster.ts';
import type { Asked } from './asked.ts';
import { keepDurations, readDurations } from './durations.ts';
import { nameOf, type Ended, type Environment, type Job } from './job.ts';
import { ownProcess } from './own-process.ts';
import { endTold, fileTold, leftTold, secondsOf, totalsOf } from './progress.ts';
import { inOrder, UNKNOWN_MS, type Order } from './queue.ts';
import { runJobs } from './run-jobs.ts';

const LEAST_DEADLINE_MS = 1_200_000;
const CELLS = '3';
const MS_PER_TICK = 10;

export interface WholeRun {
  /** Resolves with the exit code. */
  done: Promise<number>;
  stop(): void;
}

/** Runs all and prints how it goes. */
export function startRun(
  wanted: Job[],
  asked: Asked,
  cluster: TestCluster,
  order: Order = 'slowest-first',
): WholeRun {
  const durations = readDurations();
  const { seed } = asked;
  const jobs = inOrder(wanted, (file) => file in ownProcess, durations, seed === null ? order : { seed });
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-run-'));
  const started = performance.now();
  const all: Ended[] = [];
  let stopped = false;

  function tellEnded(ended: Ended): void {
    // What is cut off by the end of the run has not failed.
    if (stopped) return;
    all.push(ended);
    if (asked.patterns.length > 0 && ended.tests.length + ended.failures.length === 0) return;
    const done = new Set(all.map(({ job }) => nameOf(job)));
    const left = jobs.map(nameOf).filter((name) => !done.has(name));
    const leftMs = left.reduce((sum, name) => sum + (durations.get(name) ?? UNKNOWN_MS), 0) / asked.workers;
    print(fileTold(ended, leftTold(all.length, jobs.length, leftMs)));
  }

  async function finish(): Promise<number> {
    const before = await postgresMs(cluster.serverUrl);
    await run.done;
    const postgres = (await postgresMs(cluster.serverUrl)) - before;
    rmSync(folder, { recursive: true, force: true });
    if (asked.patterns.length === 0 && !stopped)
      keepDurations(new Map(all.map(({ job, ms }) => [nameOf(job), Math.round(ms)])));
    return tellEnd(all, { jobs: jobs.length, ms: performance.now() - started, postgres, stopped });
  }

  if (asked.seed !== null) print(`Files in the order of --seed=${asked.seed}`);
  const run = runJobs(jobs, {
    workers: Math.min(asked.workers, jobs.length),
    patterns: asked.patterns,
    environmentOf: (environment) => environmentOf(environment, folder, cluster),
    durations,
    leastDeadlineMs: LEAST_DEADLINE_MS,
    onEnd: tellEnded,
  });
  const stop = (): void => {
    stopped = true;
    void run.stop();
  };
  return { done: finish(), stop };
}

function environmentOf(
  environment: Environment,
  folder: string,
  { serverUrl }: TestCluster,
): NodeJS.ProcessEnv {
  const given = process.env[STATEMENTS_VARIABLE] ?? '';
  const statements = given === '' && environment === 'citus' ? join(folder, 'statements') : given;
  return {
    // Each test process, and each that it starts, loads most of the program: the first one compiles it for all.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    ...process.env,
    ...gatheringIn(statements),
    [STATEMENTS_THERE_VARIABLE]: given === '' ? join(folder, 'statements') : given,
    [CLUSTER_VARIABLE]: serverUrl,
    ...(environment !== 'plain' && { [CELLS_VARIABLE]: CELLS }),
    ...(environment === 'citus' && { [WORLDS_VARIABLE]: 'citus' }),
  };
}

interface Sums {
  jobs: number;
  ms: number;
  postgres: number;
  stopped: boolean;
}

/** The last line is for programs: nothing else is on it. */
function tellEnd(all: Ended[], { jobs, ms, postgres, stopped }: Sums): number {
  const totals = totalsOf(all);
  const own = all.reduce((sum, { cpuMs }) => sum + cpuMs.own, 0);
  const children = all.reduce((sum, { cpuMs }) => sum + cpuMs.children, 0);
  const nothing = totals.passed + totals.failed + totals.skipped === 0;
  print(endTold(all));
  print(
    `\n${all.length} files in ${secondsOf(ms)}. Processor time: ${secondsOf(own)} of the tests, ${secondsOf(children)} of what they started, ${secondsOf(postgres)} of PostgreSQL`,
  );
  if (stopped) print(`Stopped: ${jobs - all.length} files have not run`);
  else if (nothing) print('No test matches');
  print(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
  return nothing || stopped || totals.failed > 0 ? 1 : 0;
}

/** What the processes of the server have used that have ended, by the kernel's book of their parent; 0 if that is elsewhere. */
async function postgresMs(serverUrl: string): Promise<number> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const parent = statOf(rows[0]?.pid ?? 0)[1];
    const [user, system] = statOf(Number(parent)).slice(13, 15);
    return (Number(user) + Number(system)) * MS_PER_TICK;
  } catch {
    return 0;
  } finally {
    await client.end();
  }
}

const statOf = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];

const print = (text: string): void => void process.stdout.write(`${text}\n`);
