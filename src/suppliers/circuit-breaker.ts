/**
 * Stops calling a supplier that does not answer: after so many calls without an answer in a row it opens, and after a
 * while lets a single call through to see whether the supplier is back.
 */
export interface CircuitBreaker {
  /** `probing`: one call may go. */
  state(now: Date): 'closed' | 'open' | 'probing';
  report(answered: boolean, now: Date): void;
}

export const failuresToOpen = 5;
export const openMs = 15_000;

export function circuitBreaker(): CircuitBreaker {
  let failures = 0;
  let probeAtMs = 0;
  return {
    state(now) {
      if (failures < failuresToOpen) return 'closed';
      return now.getTime() < probeAtMs ? 'open' : 'probing';
    },
    report(answered, now) {
      failures = answered ? 0 : failures + 1;
      if (!answered) probeAtMs = now.getTime() + openMs;
    },
  };
}
