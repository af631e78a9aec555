import { LRUCache } from 'lru-cache';

/** How old an answer out of the catalogue may be. */
const keptMs = 1000;
const maxKept = 200;

/**
 * Keeps the text of an answer for a moment, and lets all who ask meanwhile wait for the same reading: when thousands of
 * clients refresh their catalogue on the hour, the database reads it once a second.
 */
export function shortCache<Ask>(
  read: (ask: Ask) => Promise<object>,
  keyOf: (ask: Ask) => string,
): (ask: Ask) => Promise<string> {
  const kept = new LRUCache<string, string>({ max: maxKept, ttl: keptMs });
  const underWay = new Map<string, Promise<string>>();
  return (ask) => {
    const key = keyOf(ask);
    const text = kept.get(key);
    if (text !== undefined) return Promise.resolve(text);
    const reading = underWay.get(key) ?? startReading(ask, key);
    return reading;
  };

  function startReading(ask: Ask, key: string): Promise<string> {
    const reading = read(ask)
      .then((found) => {
        const fresh = JSON.stringify(found);
        kept.set(key, fresh);
        return fresh;
      })
      .finally(() => underWay.delete(key));
    underWay.set(key, reading);
    return reading;
  }
}
