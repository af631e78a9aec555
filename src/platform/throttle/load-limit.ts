import { LRUCache } from 'lru-cache';

export interface LoadLimitSettings {
  /** Events of one key in the window at the most. */
  events: number;
  windowSeconds: number;
}

/**
 * Protects this process from being asked too much: counts events by key in a sliding window, those of the running window
 * and, in proportion, of the one before. It lies in memory, so that n processes let through n times as much; guesses are
 * counted by `throttle.ts`.
 */
export interface LoadLimit {
  /** Counts an event and answers 0, or answers the seconds until the key may go on. */
  take(key: string, now: Date): number;
}

/** Beyond this many keys the longest unused ones are forgotten. */
const maxKeys = 50_000;

interface Counts {
  window: number;
  events: number;
  before: number;
}

export function createLoadLimit({ events: most, windowSeconds }: LoadLimitSettings): LoadLimit {
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
    take(key, now) {
      const counts = countsAt(key, now.getTime());
      const { events, before } = counts;
      const gone = (now.getTime() % windowMs) / windowMs;
      if (events + before * (1 - gone) < most) {
        kept.set(key, { ...counts, events: events + 1 });
        return 0;
      }
      // What this window holds fades only in the next one; what the last one held fades in this.
      const share = events < most ? 1 - (most - events) / before : 1 + (1 - most / events);
      return Math.floor((share - gone) * windowSeconds) + 1;
    },
  };
}
