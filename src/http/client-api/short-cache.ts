/** A cache of catalogue answers for a moment. */
import { LRUCache } from 'lru-cache';

/** Maximum age of a cached catalogue answer. */
const keptMs = 1000;
const maxKept = 200;

/**
 * Caches the text of an answer for a moment and shares one reading between concurrent callers: when thousands of
 * clients refresh their catalogue on the hour, the database is read once a second.
 */
export function shortCache<Ask>(
  read: (ask: Ask) => Promise<object>,
  keyOf: (ask: Ask) => string,
): (ask: Ask) => Promise<string> {
  const kept = new LRUCache<string, string, { ask: Ask }>({
    max: maxKept,
    ttl: keptMs,
    fetchMethod: async (_key, _old, { context }) => JSON.stringify(await read(context.ask)),
    // Callers that wait for an answer get it even if it was evicted meanwhile.
    ignoreFetchAbort: true,
  });
  return (ask) => kept.forceFetch(keyOf(ask), { context: { ask } });
}
