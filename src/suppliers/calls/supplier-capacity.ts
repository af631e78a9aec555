/**
 * Limits the calls in flight per supplier, so that one that hangs delays only its own products. A waiting call uses
 * only a socket, so many are allowed.
 */
export interface SupplierCapacity {
  /** Calls that may start now for each known supplier; for any other `maxCallsOfSupplier`. */
  capacities(now: Date): { ownerIds: number[]; capacities: number[] };
  start(supplierId: number): Flight;
  /** `answered` is null if the supplier was not called after all. */
  end(flight: Flight, answered: boolean | null, now: Date): void;
}

export interface Flight {
  supplierId: number;
  /** Parameters of the circuit breaker. */
  turn: number;
}

export const maxCallsOfSupplier = 64;

interface CallSlots {
  inFlight: number;
  breaker: CircuitBreaker;
}

export function supplierCapacity(): SupplierCapacity {
  const suppliers = new Map<number, CallSlots>();

  function capacityOf(supplierId: number): CallSlots {
    const capacity = suppliers.get(supplierId) ?? { inFlight: 0, breaker: circuitBreaker() };
    suppliers.set(supplierId, capacity);
    return capacity;
  }

  function freeOf({ inFlight, breaker }: CallSlots, now: Date): number {
    switch (breaker.state(now)) {
      case 'closed':
        return Math.max(0, maxCallsOfSupplier - inFlight);
      case 'probing':
        return inFlight === 0 ? 1 : 0;
      case 'open':
        return 0;
    }
  }

  return {
    capacities(now) {
      const known = [...suppliers];
      return {
        ownerIds: known.map(([id]) => id),
        capacities: known.map(([, capacity]) => freeOf(capacity, now)),
      };
    },
    start(supplierId) {
      const capacity = capacityOf(supplierId);
      capacity.inFlight += 1;
      return { supplierId, turn: capacity.breaker.begin() };
    },
    end({ supplierId, turn }, answered, now) {
      const capacity = capacityOf(supplierId);
      capacity.inFlight -= 1;
      if (answered !== null) capacity.breaker.report(turn, answered, now);
    },
  };
}

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
