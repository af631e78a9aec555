import { Worker } from 'node:worker_threads';

export interface ThreadLimits {
  megabytes: number;
  timeoutMs: number;
}

/** Why a thread gave no answer, as a text for the operator. */
export class ThreadProblem extends Error {
  override name = 'ThreadProblem';
}

/** How long an idle thread stays alive: starting one costs more than most tasks. */
const idleMs = 10_000;

export interface WorkerThread<Ask, Answer> {
  /** Throws a ThreadProblem if the thread ran out of time or memory or crashed; the next task gets a new one. */
  run(ask: Ask): Promise<Answer>;
}

/**
 * Runs tasks one after another in a worker thread with limits, so that an untrusted file can harm nothing else. The
 * thread answers each message with one message.
 */
export function workerThread<Ask, Answer>(file: URL, limits: ThreadLimits): WorkerThread<Ask, Answer> {
  let kept: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function run(ask: Ask): Promise<Answer> {
    clearTimeout(idle);
    const worker = kept ?? start(file, limits);
    kept = worker;
    worker.ref();
    try {
      const answer = await answerOf<Answer>(worker, ask, limits.timeoutMs);
      worker.unref();
      idle = setTimeout(stop, idleMs).unref();
      return answer;
    } catch (problem) {
      stop();
      throw problem;
    }
  }

  function stop(): void {
    void kept?.terminate();
    kept = null;
  }

  return {
    run(ask) {
      const answer = last.then(() => run(ask));
      last = answer.catch(() => {});
      return answer;
    },
  };
}

function start(file: URL, { megabytes }: ThreadLimits): Worker {
  const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: megabytes } });
  // A thread that is being ended may still report an error that nobody handles.
  worker.on('error', () => {});
  return worker;
}

async function answerOf<Answer>(worker: Worker, ask: unknown, timeoutMs: number): Promise<Answer> {
  const outcome = Promise.withResolvers<Answer>();
  const broke = (why: string): void => outcome.reject(new ThreadProblem(why));
  const timer = setTimeout(() => broke(`took longer than ${timeoutMs / 1000} s`), timeoutMs);
  const onProblem = (problem: unknown): void => broke(describeProblem(problem));
  const onExit = (): void => broke('broke off');
  worker.on('message', outcome.resolve).on('error', onProblem).on('exit', onExit);
  try {
    worker.postMessage(ask, []);
    return await outcome.promise;
  } finally {
    clearTimeout(timer);
    worker.off('message', outcome.resolve).off('error', onProblem).off('exit', onExit);
  }
}

const describeProblem = (problem: unknown): string =>
  problem instanceof Error && 'code' in problem && problem.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? 'took more memory than a mail may'
    : 'broke off';
