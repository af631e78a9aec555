/** Worker threads with limits of time, memory and waiting tasks. */
import { Worker } from 'node:worker_threads';
import { createPermits, TooManyWaiting } from '../batching/permits.ts';
import type { ThreadMessage } from './thread-messages.ts';

export interface ThreadLimits {
  /** Per thread. */
  megabytes: number;
  /** Per task, from the moment a thread has it. */
  timeoutMs: number;
  /** Number of threads; default: one. */
  threads?: number;
  /** Threads that stay alive when idle. */
  keptThreads?: number;
  /** Running and waiting tasks; further ones are refused with `TooManyWaiting`. */
  maxUnderWay: number;
  /** A task that has waited longer for a thread is refused, so that hanging threads do not delay everything. */
  maxWaitMs?: number;
}

/** Why a thread gave no answer, as a text for the operator. */
export class ThreadProblem extends Error {
  override name = 'ThreadProblem';
}

/** How long an idle thread stays alive: starting one costs more than most tasks. */
const idleMs = 10_000;
/** Time to load a thread's imports; on a busy machine this takes seconds. */
const startMs = 60_000;

export interface WorkerThreads<Ask, Answer> {
  /**
   * Counts the task, prepares it and runs it. Throws a ThreadProblem if the thread ran out of time or memory or
   * crashed; another takes its place.
   */
  run(prepare: () => Ask | Promise<Ask>): Promise<Answer>;
  /** Starts the threads that stay alive, so that the first task does not wait for them. */
  warm(): void;
  /** Ends all threads; running tasks fail. */
  close(): Promise<void>;
}

interface Thread<Answer> {
  worker: Worker;
  started: Promise<ThreadMessage<Answer>>;
  idle: NodeJS.Timeout | undefined;
}

/**
 * Runs tasks in worker threads with limits, so that an untrusted file can harm nothing else. The thread's file calls
 * `answerInThread`.
 */
export function workerThreads<Ask, Answer>(file: URL, limits: ThreadLimits): WorkerThreads<Ask, Answer> {
  const { threads = 1, keptThreads = 0, maxWaitMs = Infinity } = limits;
  const permits = createPermits(() => threads);
  const all = new Set<Thread<Answer>>();
  const idle: Thread<Answer>[] = [];
  let underWay = 0;
  let closed = false;

  function start(): Thread<Answer> {
    const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: limits.megabytes } });
    const started = nextMessage<Answer>(worker, startMs);
    started.catch(() => {});
    const thread: Thread<Answer> = { worker, started, idle: undefined };
    all.add(thread);
    // A thread that is being ended may still report an error that nobody handles.
    worker.on('error', () => {}).on('exit', () => forget(thread));
    return thread;
  }

  function forget(thread: Thread<Answer>): void {
    clearTimeout(thread.idle);
    all.delete(thread);
    if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1);
  }

  function rest(thread: Thread<Answer>): void {
    if (!all.has(thread)) return;
    thread.worker.unref();
    idle.push(thread);
    thread.idle = setTimeout(() => {
      if (all.size > keptThreads) void stop(thread);
    }, idleMs).unref();
  }

  /** Ending a thread while it loads its imports can trigger an assertion in the engine. */
  async function stop(thread: Thread<Answer>): Promise<void> {
    forget(thread);
    await thread.started.catch(() => {});
    await thread.worker.terminate();
  }

  async function answerOf(ask: Ask, askedAt: number): Promise<Answer> {
    if (closed) throw new ThreadProblem('was given up');
    if (performance.now() - askedAt > maxWaitMs) throw new ThreadProblem('waited too long for its turn');
    const thread = idle.pop() ?? start();
    clearTimeout(thread.idle);
    thread.worker.ref();
    const message = await askThread<Ask, Answer>(thread, ask, limits.timeoutMs).catch((problem: unknown) => {
      void stop(thread);
      throw problem;
    });
    rest(thread);
    if (message.is === 'answer') return message.answer;
    throw new ThreadProblem('broke off', { cause: message.is === 'failed' ? message.problem : undefined });
  }

  return {
    async run(prepare) {
      if (underWay >= limits.maxUnderWay) throw new TooManyWaiting();
      underWay += 1;
      try {
        const ask = await prepare();
        const askedAt = performance.now();
        return await permits.within(() => answerOf(ask, askedAt));
      } finally {
        underWay -= 1;
      }
    },
    warm() {
      while (!closed && all.size < keptThreads) rest(start());
    },
    async close() {
      closed = true;
      await Promise.all([...all].map(stop));
    },
  };
}

async function askThread<Ask, Answer>(
  { worker, started }: Thread<Answer>,
  ask: Ask,
  timeoutMs: number,
): Promise<ThreadMessage<Answer>> {
  await started;
  worker.postMessage(ask, []);
  return nextMessage<Answer>(worker, timeoutMs);
}

async function nextMessage<Answer>(worker: Worker, timeoutMs: number): Promise<ThreadMessage<Answer>> {
  const outcome = Promise.withResolvers<ThreadMessage<Answer>>();
  const broke = (why: string): void => outcome.reject(new ThreadProblem(why));
  const timer = setTimeout(() => broke(`took longer than ${timeoutMs / 1000} s`), timeoutMs);
  const onProblem = (problem: unknown): void => broke(describeProblem(problem));
  const onExit = (): void => broke('broke off');
  worker.on('message', outcome.resolve).on('error', onProblem).on('exit', onExit);
  try {
    return await outcome.promise;
  } finally {
    clearTimeout(timer);
    worker.off('message', outcome.resolve).off('error', onProblem).off('exit', onExit);
  }
}

const describeProblem = (problem: unknown): string =>
  problem instanceof Error && 'code' in problem && problem.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? 'took more memory than it may'
    : 'broke off';
