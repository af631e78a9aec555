/** A semaphore: limits how many tasks run at once; others wait for their turn. */
export interface Permits {
  /** Runs the task as soon as a permit is free; of those that wait, those with priority come first. */
  within<Result>(work: () => Promise<Result>, priority?: Priority): Promise<Result>;
}

export type Priority = 'first' | 'usual';

/** Thrown if too many others are already waiting. */
export class TooManyWaiting extends Error {
  constructor() {
    super('Too many are waiting already.');
  }
}

/** `places` is called each time, because it may change while tasks run. Each priority may have `maxWaiting`. */
export function createPermits(places: () => number, maxWaiting = Infinity): Permits {
  const waiting: Record<Priority, (() => void)[]> = { first: [], usual: [] };
  let taken = 0;

  function next(): void {
    while (taken < Math.max(1, places())) {
      const start = waiting.first.shift() ?? waiting.usual.shift();
      if (start === undefined) return;
      taken += 1;
      start();
    }
  }

  return {
    async within(work, priority = 'usual') {
      const queue = waiting[priority];
      if (queue.length >= maxWaiting) throw new TooManyWaiting();
      await new Promise<void>((resolve) => {
        queue.push(resolve);
        next();
      });
      try {
        return await work();
      } finally {
        taken -= 1;
        next();
      }
    },
  };
}
