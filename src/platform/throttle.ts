import { LRUCache } from 'lru-cache';

export interface ThrottleLimit {
  /** Events of one key in the window at the most. */
  events: number;
  windowSeconds: number;
}

/**
 * Counts events by key in a sliding window: those of the running window and, in proportion, of the one before. Kept in
 * the memory of the process, so that n processes let through n times as much.
 */
export interface Throttle {
  /** Seconds until the key may go on; 0: it may now. */
  waitSeconds(key: string, now: Date): number;
  count(key: string, now: Date): void;
}

/** Beyond this many keys the longest unused ones are forgotten. */
const maxKeys = 50_000;

interface Counts {
  window: number;
  events: number;
  before: number;
}

export function createThrottle({ events: most, windowSeconds }: ThrottleLimit): Throttle {
  const windowMs = windowSeconds * 1000;
  const kept = new LRUCache<string, Counts>({ max: maxKeys });

  function countsAt(key: string, nowMs: number): Counts {
    const window = Math.floor(nowMs / windowMs);
    const last = kept.get(key);
    if (last === undefined || window > last.window + 1 || window < last.window) {
      return { window, events: 0, before: 0 };
    }
    return window === last.window ? last : { window, events: 0, before: last.events };
  }

  return {
    waitSeconds(key, now) {
      const { events, before } = countsAt(key, now.getTime());
      const gone = (now.getTime() % windowMs) / windowMs;
      if (events + before * (1 - gone) < most) return 0;
      // What this window holds fades only in the next one; what the last one held fades in this.
      const share = events < most ? 1 - (most - events) / before : 1 + (1 - most / events);
      return Math.floor((share - gone) * windowSeconds) + 1;
    },
    count(key, now) {
      const counts = countsAt(key, now.getTime());
      counts.events += 1;
      kept.set(key, counts);
    },
  };
}
