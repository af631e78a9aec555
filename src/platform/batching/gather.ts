import { drainPace } from './drain-pace.ts';
import { fairQueue } from './fair-queue.ts';
import { TooManyWaiting, type Permits } from './permits.ts';

/**
 * Gathers concurrent calls into batches (group commit). A first call starts at once; calls that arrive while a batch
 * runs form the next batch.
 */
export interface Gatherer<Ask, Answer> {
  /** Resolves with the answer to this call; `'full'` if too many are waiting already. */
  (ask: Ask): Promise<Answer> | 'full';
  waiting(): number;
}

export interface GatherLimits {
  /** Maximum number of calls in one batch. */
  batch: number;
  /** Number of batches that may run at the same time. */
  concurrency: number;
  /** Maximum number of waiting calls; further ones are refused. */
  waiting: number;
  /** How long a batch that is not full waits for more calls; 0: until what has arrived is read. */
  lingerMs: number;
  /**
   * After a batch the next one that is not full waits for those who were just answered and call again: as long as the batch took, at
   * most this long. For many gatherers beside each other, whose batches would otherwise be small. Default: not at all.
   */
  regroupMs?: number;
  /**
   * How long a batch waits while others run, until it has as large a share of the calls that are here as each of them. So batches
   * become large when there are many calls, and few calls begin at once. Default: it does not wait.
   */
  evenMs?: number;
  /**
   * The turns of several gatherers, asked for each batch, which takes what waits when its turn comes. Default: it has
   * no others beside it.
   */
  turns?: () => Permits;
  /** How long a call may wait for its batch to begin before it fails; nothing was begun for it. Default: no limit. */
  waitMs?: number;
}

/** Earlier batches take too long: nothing was begun, and the caller may repeat. */
export class WaitedTooLong extends Error {
  readonly statusCode = 503;
}

interface Waiting<Ask, Answer> {
  ask: Ask;
  sinceMs: number;
  resolve: (answer: Answer | 'full') => void;
  reject: (problem: unknown) => void;
}

/** Like `Gatherer`, for calls of many owners: one owner's flood is refused before the calls of others. */
export interface FairGatherer<Ask, Answer> {
  /** `'full'`, at once or while it waits, if it would have to wait too long and no owner has more waiting calls. */
  (ask: Ask): Promise<Answer | 'full'> | 'full';
  /** Whether a call of this owner would be refused now. */
  isFullFor: (ownerId: number) => boolean;
}

export interface Shares<Ask> {
  ownerOf: (ask: Ask) => number;
  /** Calls that would wait longer than this are refused, those of the owner with the most first. */
  longestWaitMs: number;
  /** The same limit while a queue stands (`standingMs`): then it is not a short burst. */
  longestStandingWaitMs: number;
}

export function gather<Ask, Answer>(
  answerAll: (asks: Ask[]) => Promise<Answer[]>,
  limits: GatherLimits,
): Gatherer<Ask, Answer> {
  const { add, isOver, queue } = batches(answerAll, limits, noShares);
  const gatherer = (ask: Ask): Promise<Answer> | 'full' =>
    // Nothing is dropped from this queue.
    isOver() ? 'full' : (add(0, ask) as Promise<Answer>);
  return Object.assign(gatherer, { waiting: () => queue.size });
}

/** `gather` for calls that fail if too many are waiting. @throws TooManyWaiting */
export function gatherCalls<Ask, Answer>(
  answerAll: (asks: Ask[]) => Promise<Answer[]>,
  limits: GatherLimits,
): (ask: Ask) => Promise<Answer> {
  const gatherer = gather(answerAll, limits);
  return async (ask) => {
    const answer = gatherer(ask);
    if (answer === 'full') throw new TooManyWaiting();
    return answer;
  };
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

/** A queue that was not empty for this long does not empty by itself; it stands until it has refused none for as long. */
const standingMs = 500;

/** The waiting calls, and the batches made of them. */
function batches<Ask, Answer>(
  answerAll: (asks: Ask[]) => Promise<Answer[]>,
  limits: GatherLimits,
  { longestWaitMs, longestStandingWaitMs }: Pick<Shares<Ask>, 'longestWaitMs' | 'longestStandingWaitMs'>,
) {
  const queue = fairQueue<Waiting<Ask, Answer>>();
  const pace = drainPace();
  let running = 0;
  /** Calls in running batches. */
  let underWay = 0;
  let uneven: NodeJS.Timeout | undefined;
  /** Since when the queue has not been empty. */
  let waitingSinceMs = 0;
  /** When a call last would have waited too long. */
  let overMs = -Infinity;
  let isScheduled = false;
  let isRegrouping = false;
  let expiry: NodeJS.Timeout | undefined;

  async function run(): Promise<void> {
    running += 1;
    const beganMs = performance.now();
    const ended = pace.began();
    const { turns } = limits;
    await (turns === undefined ? answerBatch() : turns().within(answerBatch));
    running -= 1;
    ended();
    regroup(performance.now() - beganMs);
    pump();
  }

  async function answerBatch(): Promise<void> {
    const batch = queue.take(limits.batch);
    // Items that waited for their turn may have waited too long.
    if (batch.length === 0) return;
    underWay += batch.length;
    try {
      const answers = await answerAll(batch.map((one) => one.ask));
      batch.forEach((one, index) => one.resolve(answers[index] as Answer));
    } catch (problem) {
      for (const one of batch) one.reject(problem);
    } finally {
      underWay -= batch.length;
    }
  }

  function regroup(tookMs: number): void {
    const { regroupMs = 0 } = limits;
    if (regroupMs === 0 || isRegrouping) return;
    isRegrouping = true;
    setTimeout(
      () => {
        isRegrouping = false;
        pump();
      },
      Math.min(regroupMs, tookMs),
    );
  }

  function begin(): void {
    clearTimeout(uneven);
    uneven = undefined;
    void run();
  }

  function pump(): void {
    while (mayBegin()) {
      if (waitsForMore()) {
        uneven ??= setTimeout(beginUneven, limits.evenMs);
        return;
      }
      begin();
    }
  }

  /** Whether the next batch would be smaller than its share. */
  function waitsForMore(): boolean {
    if (limits.evenMs === undefined || queue.size >= limits.batch) return false;
    return queue.size * (limits.concurrency - 1) < underWay;
  }

  /** It has waited long enough: a slow batch holds up no other. */
  function beginUneven(): void {
    uneven = undefined;
    if (mayBegin()) begin();
  }

  const mayBegin = (): boolean =>
    running < limits.concurrency && (isRegrouping ? queue.size >= limits.batch : queue.size > 0);

  function schedule(): void {
    if (running >= limits.concurrency || isScheduled || isRegrouping) return;
    isScheduled = true;
    const onTime = (): void => {
      isScheduled = false;
      pump();
    };
    // The shortest timer takes a millisecond, in which a process with nothing else to do would only wait.
    if (limits.lingerMs === 0) setImmediate(onTime);
    else setTimeout(onTime, limits.lingerMs);
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

  function isOver(): boolean {
    const nowMs = performance.now();
    const isStanding = nowMs - overMs < standingMs || nowMs - waitingSinceMs > standingMs;
    const over = wouldWaitTooLong(isStanding);
    if (over) overMs = nowMs;
    return over;
  }

  /** Little's law: the rounds of batches before it, times the present duration of a batch. */
  function wouldWaitTooLong(isStanding: boolean): boolean {
    if (queue.size >= limits.waiting) return true;
    const round = limits.batch * limits.concurrency;
    // A short burst may fill a round; of a standing queue the next batch is enough.
    if (queue.size < (isStanding ? limits.batch : round)) return false;
    return (queue.size / round) * pace.batchMs() > (isStanding ? longestStandingWaitMs : longestWaitMs);
  }

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
