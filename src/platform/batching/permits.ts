/** A few places that many share: whoever finds all taken waits for its turn. */
export interface Permits {
  /** Does the work as soon as there is a place. */
  within<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Thrown to who would have to wait behind too many others. */
export class TooManyWaiting extends Error {
  constructor() {
    super('Too many are waiting already.');
  }
}

/** `places` is asked each time, for it may change while work is under way. */
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
