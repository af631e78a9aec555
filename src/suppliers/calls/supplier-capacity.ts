import { circuitBreaker, type CircuitBreaker } from './circuit-breaker.ts';

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
