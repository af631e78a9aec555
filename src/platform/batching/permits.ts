/** A semaphore: limits how many tasks run at once; others wait for their turn. */
export interface Permits {
  /** Runs the task as soon as a permit is free. */
  within<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Thrown if too many others are already waiting. */
export class TooManyWaiting extends Error {
  constructor() {
    super('Too many are waiting already.');
  }
}

/** `places` is called each time, because it may change while tasks run. */
export function createPermits(places: () => number, maxWaiting = Infinity): Permits {
  const waiting: (() => void)[] = [];
  let taken = 0;

  function next(): void {
    while (waiting.length > 0 && taken < Math.max(1, places())) {
      taken += 1;
      waiting.shift()?.();
    }
  }

  return {
    async within(work) {
      if (waiting.length >= maxWaiting) throw new TooManyWaiting();
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
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
