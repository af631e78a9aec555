/** Records what has already happened outside, until the database takes it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isLockTimeout, isServerTrouble } from './database-errors.ts';

/** Less than the reserve of any lease, so that no other worker takes over meanwhile. */
const persistMs = 20_000;
const firstRestMs = 100;
const longestRestMs = 2000;

/**
 * Records something that has already happened outside (a letter was sent, a supplier answered), and repeats the write
 * while the database is unavailable; otherwise the work would be done again. `write` must be idempotent.
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
