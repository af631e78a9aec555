import { setTimeout as sleep } from 'node:timers/promises';
import { isLockTimeout, isServerTrouble } from './database-errors.ts';

/** Less than the reserve of any lease, so that nobody takes the work over meanwhile. */
const persistMs = 20_000;
const firstRestMs = 100;
const longestRestMs = 2000;

/**
 * Writes down what has happened outside already (a letter left, a supplier answered), however often the database is away
 * meanwhile: if it were not written, it would be done again. `write` must be harmless when it is repeated.
 */
export async function persist<Result>(write: () => Promise<Result>): Promise<Result> {
  const untilMs = performance.now() + persistMs;
  for (let restMs = firstRestMs; ; restMs = Math.min(restMs * 2, longestRestMs)) {
    try {
      return await write();
    } catch (problem) {
      const mayPass = isServerTrouble(problem) || isLockTimeout(problem);
      if (!mayPass || performance.now() + restMs > untilMs) throw problem;
    }
    await sleep(restMs);
  }
}
