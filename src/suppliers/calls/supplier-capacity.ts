import { circuitBreaker, type CircuitBreaker } from './circuit-breaker.ts';

/**
 * Each supplier has a capacity of its own for calls in flight, so that one that hangs or is dead delays only its own
 * products. Calls that wait take a socket each and nothing else, so many may.
 */
export interface SupplierCapacity {
  /** Calls that may start now to each known supplier; to any other `maxCallsOfSupplier`. */
  capacities(now: Date): { ownerIds: number[]; capacities: number[] };
  start(supplierId: number): Flight;
  /** `answered` is null when the supplier was not called after all. */
  end(flight: Flight, answered: boolean | null, now: Date): void;
}

export interface Flight {
  supplierId: number;
  /** The breaker's. */
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
