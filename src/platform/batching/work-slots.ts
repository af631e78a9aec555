/** Slots of a worker, kept filled: when a job ends, the next one starts without waiting for the slowest. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../process/log.ts';
import { noteFailure, type Worker } from '../process/loop.ts';
import type { PlaceHolder } from './shared-places.ts';

export interface WorkSlots<Job> {
  name: string;
  log: Log;
  idleMs: number;
  /** The same as of a `Worker`. */
  firstIdleMs?: number;
  due?: readonly string[];
  /** Least time between two claims while jobs are in flight, so that one claim takes many rows. Default: none. */
  paceMs?: number;
  /** After a claim that took fewer, the pace is shorter in proportion: hardly anything waits. Default: it always holds. */
  manyClaimed?: number;
  /**
   * Least time after a claim that took some rows, and fewer than it could: nothing else waited, and what comes meanwhile is taken by one claim. For work
   * that may begin so much later. Default: none.
   */
  gatherMs?: number;
  /** How many more jobs may start now. */
  capacity(inFlight: number): number;
  /** Each job has one of these places; default: there is always one. */
  places?: PlaceHolder;
  claim(capacity: number): Promise<Job[]>;
  /** A job calls `freed` when it frees capacity for others before its own end. */
  run(job: Job, freed: () => void): Promise<void>;
}

/** Jobs that end at about the same time are followed by one claim. */
const refillPauseMs = 2;

export function workSlots<Job>(parts: WorkSlots<Job>): Worker {
  const inFlight = new Set<Promise<void>>();
  let refilling: Promise<number> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let draining = false;
  let claimedMs = -Infinity;
  /** How many the last claim took. */
  let claimed = 0;
  /** From the last claim to the next one. */
  let leastMs = 0;

  function paceMs(): number {
    if (inFlight.size === 0) return 0;
    const { paceMs: most = 0, manyClaimed } = parts;
    return manyClaimed === undefined ? most : most * Math.min(claimed / manyClaimed, 1);
  }

  async function fill(): Promise<number> {
    const waitMs = claimedMs + Math.max(paceMs(), leastMs) - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    if (draining) return 0;
    const capacity = parts.capacity(inFlight.size);
    if (capacity <= 0) return 0;
    const { places } = parts;
    const granted = places?.take(capacity) ?? capacity;
    if (granted <= 0) return 0;
    claimedMs = performance.now();
    leastMs = 0;
    claimed = 0;
    try {
      const jobs = await parts.claim(granted);
      claimed = jobs.length;
      if (claimed > 0 && claimed < granted) leastMs = parts.gatherMs ?? 0;
      for (const job of jobs) start(job);
      return claimed;
    } finally {
      places?.give(granted - claimed);
    }
  }

  function refill(): Promise<number> {
    refilling ??= fill().finally(() => {
      refilling = null;
    });
    return refilling;
  }

  function start(job: Job): void {
    const flight = parts
      .run(job, refillSoon)
      .catch((error: unknown) => {
        // The row stays leased and becomes due again when the lease ends.
        noteFailure(parts.log, error, { what: 'work left undone', details: { worker: parts.name } });
      })
      .finally(() => {
        inFlight.delete(flight);
        parts.places?.give(1);
        refillSoon();
      });
    inFlight.add(flight);
  }

  function refillSoon(): void {
    if (draining || timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      // A database failure is reported by the next `round`.
      if (!draining) refill().catch(() => {});
    }, refillPauseMs);
  }

  return {
    name: parts.name,
    idleMs: parts.idleMs,
    ...(parts.firstIdleMs !== undefined && { firstIdleMs: parts.firstIdleMs }),
    ...(parts.due !== undefined && { due: parts.due }),
    round() {
      draining = false;
      return refill();
    },
    // Claims nothing until the next round.
    async drain() {
      draining = true;
      await refilling?.catch(() => {});
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
  };
}
