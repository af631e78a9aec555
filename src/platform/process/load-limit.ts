/** Limits the load that one key puts on this process. */

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

/** Beyond this number of keys in a window those are dropped that were not used for longest. */
const maxKeys = 50_000;
/** From this number of keys on, the order of their use is tracked. */
const keysBeforeOrder = maxKeys / 2;

/**
 * Events by key of this window and of the one before: two plain maps, because an entry of a cache costs as much as a
 * request's other counts.
 */
export function createLoadLimit({ events: most, windowSeconds }: LoadLimitSettings): LoadLimit {
  const windowMs = windowSeconds * 1000;
  let [counts, countsBefore] = [new Map<string, number>(), new Map<string, number>()];
  let oldest = counts.keys();
  let window = 0;

  function turnTo(now: number): void {
    if (now === window) return;
    countsBefore = now === window + 1 ? counts : new Map();
    counts = new Map();
    oldest = counts.keys();
    window = now;
  }

  function remember(key: string, events: number): void {
    // Deleted and set, it is the last one; the iterator goes on behind what was deleted.
    if (counts.size >= keysBeforeOrder) counts.delete(key);
    counts.set(key, events);
    if (counts.size <= maxKeys) return;
    const { value } = oldest.next();
    if (value !== undefined) counts.delete(value);
  }

  return {
    take(key, now) {
      const nowMs = now.getTime();
      turnTo(Math.floor(nowMs / windowMs));
      const events = counts.get(key) ?? 0;
      const before = countsBefore.get(key) ?? 0;
      const elapsedShare = (nowMs % windowMs) / windowMs;
      if (events + before * (1 - elapsedShare) < most) {
        remember(key, events + 1);
        return 0;
      }
      if (events > 0) remember(key, events);
      // Counts of the current window fade in the next one; those of the previous window fade in this one.
      const share = events < most ? 1 - (most - events) / before : 1 + (1 - most / events);
      return Math.floor((share - elapsedShare) * windowSeconds) + 1;
    },
  };
}
