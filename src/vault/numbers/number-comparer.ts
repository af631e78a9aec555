/** The worker that compares the codes of before look-alikes were known. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from '../../platform/process/loop.ts';
import { compareNext, type Comparing } from './compare-numbers.ts';

const idleMs = 5000;
/** When nothing was left, it is looked again after so long: a person may have asked for it. */
const lookEveryMs = 10 * 60_000;

export function createNumberComparer(ctx: Comparing & { clock: { now(): Date } }): Worker {
  let lookedAt = -Infinity;

  async function round(): Promise<number> {
    const now = ctx.clock.now().getTime();
    if (now - lookedAt < lookEveryMs) return 0;
    const startedMs = performance.now();
    const found = await compareNext(ctx);
    // Orders come first.
    if (found) await sleep(performance.now() - startedMs);
    else lookedAt = now;
    return found ? 1 : 0;
  }

  return { name: 'compare-numbers', idleMs, round, drain: () => Promise.resolve() };
}
