import { drainPace } from './drain-pace.ts';
import { fairQueue } from './fair-queue.ts';

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
  resolve: (answer: Answer | 'full') => void;
  reject: (problem: unknown) => void;
}

/** As `Gatherer`, for asks of many owners: one owner's flood is turned away before anybody else's ask. */
export interface FairGatherer<Ask, Answer> {
  /** `'full'`, at once or while it waits, when it would have to wait too long and no owner has more that waits. */
  (ask: Ask): Promise<Answer | 'full'> | 'full';
  /** Whether an ask of this owner would be turned away now. */
  isFullFor(ownerId: number): boolean;
}

export interface Shares<Ask> {
  ownerOf: (ask: Ask) => number;
  /** Asks that would wait longer for their batch to begin are turned away, those of the owner with most of them first. */
  longestWaitMs: number;
  /** The same once something has been waiting all the time for `standingAfterMs`: then it is no burst that goes by. */
  longestStandingWaitMs: number;
}

export function gather<Ask, Answer>(
  answerAll: (asks: Ask[]) => Promise<Answer[]>,
  limits: GatherLimits,
): Gatherer<Ask, Answer> {
  const { add, isOver, queue } = batches(answerAll, limits, noShares);
  const gatherer = (ask: Ask): Promise<Answer> | 'full' =>
    // Nobody drops what waits here.
    isOver() ? 'full' : (add(0, ask) as Promise<Answer>);
  return Object.assign(gatherer, { waiting: () => queue.size });
}

export function gatherFairly<Ask, Answer>(
  answerAll: (asks: Ask[]) => Promise<Answer[]>,
  limits: GatherLimits,
  shares: Shares<Ask>,
): FairGatherer<Ask, Answer> {
  const { add, isOver, queue } = batches(answerAll, limits, shares);
  const isFullFor = (ownerId: number): boolean => isOver() && queue.isLongest(ownerId);
  const gatherer = (ask: Ask): Promise<Answer | 'full'> | 'full' => {
    const ownerId = shares.ownerOf(ask);
    if (isFullFor(ownerId)) return 'full';
    if (isOver()) queue.dropNewestOfLongest()?.resolve('full');
    return add(ownerId, ask);
  };
  return Object.assign(gatherer, { isFullFor });
}

const noShares = { longestWaitMs: Infinity, longestStandingWaitMs: Infinity };

/** A queue that was not empty for so long does not empty by itself. */
const standingAfterMs = 500;

/** What waits and the batches that are made of it. */
function batches<Ask, Answer>(
  answerAll: (asks: Ask[]) => Promise<Answer[]>,
  limits: GatherLimits,
  { longestWaitMs, longestStandingWaitMs }: Pick<Shares<Ask>, 'longestWaitMs' | 'longestStandingWaitMs'>,
) {
  const queue = fairQueue<Waiting<Ask, Answer>>();
  const pace = drainPace();
  let running = 0;
  /** Since when something has been waiting all the time. */
  let waitingSinceMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let expiry: NodeJS.Timeout | undefined;

  async function run(batch: Waiting<Ask, Answer>[]): Promise<void> {
    running += 1;
    const ended = pace.began();
    try {
      const answers = await answerAll(batch.map((one) => one.ask));
      batch.forEach((one, index) => one.resolve(answers[index] as Answer));
    } catch (problem) {
      for (const one of batch) one.reject(problem);
    } finally {
      running -= 1;
      ended();
      pump();
    }
  }

  function pump(): void {
    while (queue.size > 0 && running < limits.concurrency) void run(queue.take(limits.batch));
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
    for (const one of queue.takeWhile(({ sinceMs }) => sinceMs <= latestMs))
      one.reject(new WaitedTooLong('It waited too long for those before it.'));
    expiry = undefined;
    if (queue.size > 0) watchExpiry();
  }

  function watchExpiry(): void {
    const { waitMs } = limits;
    if (waitMs !== undefined) expiry ??= setTimeout(() => expire(waitMs), waitMs).unref();
  }

  /** By Little's law: the full rounds of batches that lie before it, each as long as batches take now. */
  function isOver(): boolean {
    if (queue.size >= limits.waiting) return true;
    const rounds = Math.floor(queue.size / (limits.batch * limits.concurrency));
    return rounds > 0 && rounds * pace.batchMs() > waitAllowedMs();
  }

  const waitAllowedMs = (): number =>
    performance.now() - waitingSinceMs > standingAfterMs ? longestStandingWaitMs : longestWaitMs;

  function add(ownerId: number, ask: Ask): Promise<Answer | 'full'> {
    return new Promise((resolve, reject) => {
      const sinceMs = performance.now();
      if (queue.size === 0) waitingSinceMs = sinceMs;
      queue.push(ownerId, { ask, sinceMs, resolve, reject });
      watchExpiry();
      if (queue.size >= limits.batch) pump();
      else schedule();
    });
  }

  return { queue, add, isOver };
}
