import { nameOf, type Ended, type Environment, type QueuedJob } from './job.ts';
import { startWorker, type WorkerProcess } from './worker-process.ts';

export interface RunOptions {
  workers: number;
  patterns: string[];
  environmentOf(environment: Environment): NodeJS.ProcessEnv;
  durations: ReadonlyMap<string, number>;
  /** A file that hangs must end the run some time, and none may fail because the machine is slow or busy. */
  leastDeadlineMs: number;
  onEnd(ended: Ended): void;
}

/** How many times longer than before a file may take. */
const DEADLINE_FACTOR = 10;

/** Runs all, so many at a time, each by the next free worker; `stop` ends the workers at once. */
export function runJobs(
  jobs: QueuedJob[],
  options: RunOptions,
): { done: Promise<unknown>; stop(): Promise<void> } {
  const waiting = [...jobs];
  const begun = new Set<QueuedJob>();
  let someEnd = Promise.withResolvers<void>();
  const open = new Set<WorkerProcess>();
  const end = async (worker: WorkerProcess | null): Promise<void> => {
    if (worker === null) return;
    open.delete(worker);
    await worker.end();
  };

  const isUnended = (environment: Environment): boolean =>
    [...waiting, ...begun].some((job) => job.environment === environment);

  /** The first that waits for no other, as soon as there is one. */
  async function next(): Promise<QueuedJob | undefined> {
    for (;;) {
      const job = waiting.find(({ after }) => after === undefined || !isUnended(after));
      if (job !== undefined) {
        waiting.splice(waiting.indexOf(job), 1);
        begun.add(job);
        return job;
      }
      if (waiting.length === 0) return undefined;
      await someEnd.promise;
    }
  }

  async function runOneByOne(): Promise<void> {
    let worker: WorkerProcess | null = null;
    let last: QueuedJob | null = null;
    for (let job = await next(); job !== undefined; job = await next()) {
      if (worker === null || mustBeNew(worker, last, job)) {
        await end(worker);
        worker = startWorker({
          patterns: options.patterns,
          environment: options.environmentOf(job.environment),
        });
        open.add(worker);
      }
      const known = options.durations.get(nameOf(job)) ?? 0;
      options.onEnd(await worker.run(job, Math.max(options.leastDeadlineMs, known * DEADLINE_FACTOR)));
      begun.delete(job);
      someEnd.resolve();
      someEnd = Promise.withResolvers<void>();
      last = job;
    }
    await end(worker);
  }

  const stop = async (): Promise<void> => {
    waiting.length = 0;
    await Promise.all([...open].map((worker) => worker.end()));
  };
  const done = Promise.all(Array.from({ length: options.workers }, runOneByOne));
  return { done, stop };
}

const mustBeNew = (worker: WorkerProcess, last: QueuedJob | null, job: QueuedJob): boolean =>
  worker.isSpent() || job.alone || last?.alone === true || last?.environment !== job.environment;
