import type { Log } from './log.ts';

/** One round of a queue's work: returns how much it did. A full round is followed by another at once. */
export interface Worker {
  name: string;
  round(): Promise<number>;
  /** Waits until everything that a round started has ended. */
  drain(): Promise<void>;
  /** How long to pause after a round that found nothing. */
  idleMs: number;
  /**
   * Its work often follows work: after the first round that found nothing it rests this long, and then half as long as it has
   * had nothing to do, until that was `idleMs`. Default: `idleMs` from the start.
   */
  firstIdleMs?: number;
  /** A round that did so much was full: more is waiting. Default: nobody can tell. */
  mostOfRound?: number;
  /** Names of the workers that find work once this one has done some. */
  wakes?: readonly string[];
  /**
   * Selects rows that are its work, or perhaps will be; `{cell}` is the schema of the table, $1 the time, and `sinceFloor` stands
   * behind what is due. After a round that found nothing, the
   * next one is begun when there are some; with cells, only those that have some are asked.
   */
  due?: readonly string[];
  /** Called when somebody has just committed work, before the round in which it is looked for. */
  ring?(): void;
  /** Whether the last round of a part of it failed, while the others go on. */
  isFailing?(): boolean;
}

export interface RunningLoop {
  /** How many rounds have ended, and whether the last one failed. */
  turned: () => { rounds: number; failing: boolean };
  /** Ends a pause early, because work has just been committed. */
  wake(): void;
  stop(): Promise<void>;
}

/** After a failed round the worker pauses, twice as long each time up to the limit. */
const firstRestAfterFailureMs = 200;
const longestRestAfterFailureMs = 3000;

/** How long to pause after a failure; null: the one before was none. */
export const nextRestMs = (beforeMs: number | null): number =>
  beforeMs === null ? firstRestAfterFailureMs : Math.min(beforeMs * 2, longestRestAfterFailureMs);

/** Whether a round of this worker may find something. */
export type Look = (worker: Worker) => Promise<boolean>;

/** A queue at which can be looked is nevertheless asked this often. */
const anywayMs = 60_000;

interface LoopParts {
  /** Called after each round that did something. */
  onWork?: () => void;
  /** Asked after a rest, before the next round; default: every rest is followed by a round. */
  look?: Look;
}

export function runLoop(worker: Worker, log: Log, parts: LoopParts = {}): RunningLoop {
  const { onWork, look = () => Promise.resolve(true) } = parts;
  let stopped = false;
  let woken = false;
  let wake: (() => void) | undefined;
  let restAfterFailureMs: number | null = null;
  let failedSinceMs = 0;
  let workedAtMs = -Infinity;
  let rounds = 0;
  let failing = false;

  function rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Loops with the same pause rest until the same moment, so that one look is made for all of them. */
  const untilNext = (): number => worker.idleMs - (performance.now() % worker.idleMs) + 1;

  /** Until it is woken, or a round may find something. */
  async function restUntilDue(): Promise<void> {
    const { firstIdleMs, idleMs } = worker;
    const nothingForMs = performance.now() - workedAtMs;
    // So soon after work, a round finds some more often than not: a look before it would only delay it.
    if (firstIdleMs !== undefined && nothingForMs < idleMs && !woken)
      return rest(Math.max(firstIdleMs, nothingForMs / 2));
    const anywayAtMs = performance.now() + anywayMs;
    for (;;) {
      if (woken || stopped) return;
      await rest(untilNext());
      if (woken || stopped || performance.now() >= anywayAtMs) return;
      // Without an answer the round says what is wrong.
      if (await look(worker).catch(() => true)) return;
      rounds += 1;
    }
  }

  async function turn(): Promise<void> {
    woken = false;
    try {
      const done = await worker.round();
      restAfterFailureMs = null;
      failing = false;
      rounds += 1;
      if (done > 0) {
        workedAtMs = performance.now();
        onWork?.();
      } else await restUntilDue();
    } catch (problem) {
      if (!failing) failedSinceMs = performance.now();
      failing = true;
      rounds += 1;
      const details = { worker: worker.name };
      noteFailure(log, problem, { what: 'worker round failed', details, sinceMs: failedSinceMs });
      restAfterFailureMs = nextRestMs(restAfterFailureMs);
      if (!stopped) await rest(restAfterFailureMs);
    }
  }

  const finished = (async () => {
    while (!stopped) await turn();
    await worker.drain();
  })();

  return {
    turned: () => ({ rounds, failing: failing || worker.isFailing?.() === true }),
    wake() {
      woken = true;
      worker.ring?.();
      wake?.();
    },
    async stop() {
      stopped = true;
      wake?.();
      await finished;
    },
  };
}

/** What is away for longer than a move takes is not on its way. */
const mostMoveMs = 180_000;

interface Failed {
  what: string;
  details?: object;
  /** Since when it has failed again and again. */
  sinceMs?: number;
}

/** At the level at which somebody is called, unless the failure is planned: a cell that moves is away for some seconds. */
export function noteFailure(
  log: Log,
  problem: unknown,
  { what, details, sinceMs = performance.now() }: Failed,
): void {
  const isPlanned =
    problem instanceof Error && 'isPlanned' in problem && performance.now() - sinceMs < mostMoveMs;
  log[isPlanned ? 'warn' : 'error']({ ...details, problem: describeProblem(problem) }, what);
}

/** SQLSTATE classes whose messages quote values: data exceptions, and errors raised by SQL itself. */
const quotesValues = /^(22|P0|XX)/;

/** Some messages quote a whole statement, or what somebody sent. */
const mostDescribed = 2000;

/**
 * The part of an error that may be logged. Database errors name the offending row in `detail`, and some quote values in
 * their message; a parser quotes its input. Anything that still looks like an address or a long number is removed too.
 */
export function describeProblem(problem: unknown): string {
  if (!(problem instanceof Error)) return 'unknown problem';
  const code = 'code' in problem ? String(problem.code) : '';
  if (problem instanceof SyntaxError) return problem.name;
  if ('severity' in problem && quotesValues.test(code)) return `database error (${code})`;
  const message = problem.message
    .slice(0, mostDescribed)
    .replaceAll(/\S+/g, (word) => (word.includes('@') ? '…' : word))
    .replaceAll(/\/g\/\S+|\p{N}{7,}/gu, '…');
  const cause = problem.cause instanceof Error ? ` ${describeProblem(problem.cause)}` : '';
  return `${message}${code === '' ? '' : ` (${code})`}${cause}`;
}
