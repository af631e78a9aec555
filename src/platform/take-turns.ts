/** Runs at most so many jobs at once; the others wait for their turn, first come, first served. */
export function takeTurns(places: number): <Result>(job: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let free = places;
  return async (job) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await job();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
