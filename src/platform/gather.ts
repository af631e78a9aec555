/**
 * Gathers calls that come at the same time into batches: what makes group commit. The first call of a quiet moment
 * starts at once; those that come while a batch is under way form the next one.
 */
export interface Gatherer<Ask, Answer> {
  /** Resolves with the answer to this ask; `'full'` when too many are waiting already. */
  (ask: Ask): Promise<Answer> | 'full';
  waiting(): number;
}

export interface GatherLimits {
  /** Asks in one batch at the most. */
  batch: number;
  /** Batches under way at once. */
  concurrency: number;
  /** Asks that may wait; more are turned away. */
  waiting: number;
  /** How long a batch that is not full waits for company. */
  lingerMs: number;
  /** How long an ask may wait for a batch to begin before it fails; nothing was begun for it. Without: for ever. */
  waitMs?: number;
}

/** The batches before it take too long: nothing was begun, and the caller may repeat. */
export class WaitedTooLong extends Error {
  readonly statusCode = 503;
}

interface Waiting<Ask, Answer> {
  ask: Ask;
  sinceMs: number;
  resolve: (answer: Answer) => void;
  reject: (problem: unknown) => void;
}

export function gather<Ask, Answer>(
  answerAll: (asks: Ask[]) => Promise<Answer[]>,
  limits: GatherLimits,
): Gatherer<Ask, Answer> {
  let queue: Waiting<Ask, Answer>[] = [];
  let running = 0;
  let timer: NodeJS.Timeout | undefined;
  let expiry: NodeJS.Timeout | undefined;

  async function run(batch: Waiting<Ask, Answer>[]): Promise<void> {
    running += 1;
    try {
      const answers = await answerAll(batch.map((one) => one.ask));
      batch.forEach((one, index) => one.resolve(answers[index] as Answer));
    } catch (problem) {
      for (const one of batch) one.reject(problem);
    } finally {
      running -= 1;
      pump();
    }
  }

  function pump(): void {
    while (queue.length > 0 && running < limits.concurrency) {
      const batch = queue.slice(0, limits.batch);
      queue = queue.slice(batch.length);
      void run(batch);
    }
  }

  function schedule(): void {
    if (running >= limits.concurrency || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      pump();
    }, limits.lingerMs);
  }

  function expire(waitMs: number): void {
    const latestMs = performance.now() - waitMs;
    const fresh = queue.findIndex(({ sinceMs }) => sinceMs > latestMs);
    const over = fresh === -1 ? queue : queue.slice(0, fresh);
    queue = queue.slice(over.length);
    for (const one of over) one.reject(new WaitedTooLong('It waited too long for those before it.'));
    expiry = undefined;
    if (queue.length > 0) watchExpiry();
  }

  function watchExpiry(): void {
    const { waitMs } = limits;
    if (waitMs !== undefined) expiry ??= setTimeout(() => expire(waitMs), waitMs).unref();
  }

  const gatherer = (ask: Ask): Promise<Answer> | 'full' => {
    if (queue.length >= limits.waiting) return 'full';
    return new Promise<Answer>((resolve, reject) => {
      queue.push({ ask, sinceMs: performance.now(), resolve, reject });
      watchExpiry();
      if (queue.length >= limits.batch) pump();
      else schedule();
    });
  };
  return Object.assign(gatherer, { waiting: () => queue.length });
}
