/**
 * Circuit breaker: after a number of consecutive calls without an answer it opens, and after a while lets a single call
 * through to test the supplier.
 */
export interface CircuitBreaker {
  /** `probing`: one call may be made. */
  state(now: Date): 'closed' | 'open' | 'probing';
  /** Number of a call that begins now. */
  begin(): number;
  /** A failed call is ignored if the supplier has answered one that began later. */
  report(turn: number, answered: boolean, now: Date): void;
}

export const failuresToOpen = 5;
export const openMs = 15_000;

export function circuitBreaker(): CircuitBreaker {
  let turns = 0;
  let lastAnswered = 0;
  let failures = 0;
  let probeAtMs = 0;
  return {
    state(now) {
      if (failures < failuresToOpen) return 'closed';
      return now.getTime() < probeAtMs ? 'open' : 'probing';
    },
    begin() {
      turns += 1;
      return turns;
    },
    report(turn, answered, now) {
      if (answered) {
        failures = 0;
        lastAnswered = Math.max(lastAnswered, turn);
      } else if (turn > lastAnswered) {
        failures += 1;
        probeAtMs = now.getTime() + openMs;
      }
    },
  };
}
