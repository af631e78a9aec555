/**
 * Stops calling a supplier that does not answer: after so many calls without an answer in a row it opens, and after a
 * while lets a single call through to see whether the supplier is back.
 */
export interface CircuitBreaker {
  /** `probing`: one call may go. */
  state(now: Date): 'closed' | 'open' | 'probing';
  /** The turn of a call that begins now. */
  begin(): number;
  /** A call without an answer says nothing of a supplier that has answered one begun later. */
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
