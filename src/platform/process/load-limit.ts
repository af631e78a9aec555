/** Limits the load that one key puts on this process. */
import { LRUCache } from 'lru-cache';

export interface LoadLimitSettings {
  /** Maximum number of events of one key per window. */
  events: number;
  windowSeconds: number;
}

/**
 * Limits the load on this process: counts events by key in a sliding window, i.e. the current window plus a
 * proportional part of the previous one. It is in memory, so n processes allow n times as much; guesses are counted by
 * `throttle.ts`.
 */
export interface LoadLimit {
  /** Counts an event; returns 0, or the seconds until the key may continue. */
  take(key: string, now: Date): number;
}

/** Beyond this number of keys the least recently used are dropped. */
const maxKeys = 50_000;

interface Counts {
  window: number;
  events: number;
  before: number;
}

export function createLoadLimit({ events: most, windowSeconds }: LoadLimitSettings): LoadLimit {
  const windowMs = windowSeconds * 1000;
  // `max` would reserve the memory of all of them at once, in every process.
  const kept = new LRUCache<string, Counts>({ maxSize: maxKeys, sizeCalculation: () => 1 });

  function countsAt(key: string, nowMs: number): Counts {
    const window = Math.floor(nowMs / windowMs);
    const last = kept.get(key);
    if (last === undefined || window > last.window + 1 || window < last.window) {
      return { window, events: 0, before: 0 };
    }
    return window === last.window ? last : { window, events: 0, before: last.events };
  }

  return {
    take(key, now) {
      const counts = countsAt(key, now.getTime());
      const { events, before } = counts;
      const gone = (now.getTime() % windowMs) / windowMs;
      if (events + before * (1 - gone) < most) {
        kept.set(key, { ...counts, events: events + 1 });
        return 0;
      }
      // Counts of the current window fade in the next one; those of the previous window fade in this one.
      const share = events < most ? 1 - (most - events) / before : 1 + (1 - most / events);
      return Math.floor((share - gone) * windowSeconds) + 1;
    },
  };
}
