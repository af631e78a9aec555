import { circuitBreaker, type CircuitBreaker } from './circuit-breaker.ts';

/**
 * Each supplier has a room of its own for calls in flight, so that one that hangs or is dead delays only its own
 * products. Calls that wait take a socket each and nothing else, so many may.
 */
export interface SupplierRooms {
  /** Calls that may start now to each known supplier; to any other `supplierRoom`. */
  rooms(now: Date): { ownerIds: number[]; rooms: number[] };
  start(supplierId: number): Flight;
  /** `answered` is null when the supplier was not called after all. */
  end(flight: Flight, answered: boolean | null, now: Date): void;
}

export interface Flight {
  supplierId: number;
  /** The breaker's. */
  turn: number;
}

export const supplierRoom = 64;

interface Room {
  inFlight: number;
  breaker: CircuitBreaker;
}

export function supplierRooms(): SupplierRooms {
  const suppliers = new Map<number, Room>();

  function roomOf(supplierId: number): Room {
    const room = suppliers.get(supplierId) ?? { inFlight: 0, breaker: circuitBreaker() };
    suppliers.set(supplierId, room);
    return room;
  }

  function freeOf({ inFlight, breaker }: Room, now: Date): number {
    switch (breaker.state(now)) {
      case 'closed':
        return Math.max(0, supplierRoom - inFlight);
      case 'probing':
        return inFlight === 0 ? 1 : 0;
      case 'open':
        return 0;
    }
  }

  return {
    rooms(now) {
      const known = [...suppliers];
      return { ownerIds: known.map(([id]) => id), rooms: known.map(([, room]) => freeOf(room, now)) };
    },
    start(supplierId) {
      const room = roomOf(supplierId);
      room.inFlight += 1;
      return { supplierId, turn: room.breaker.begin() };
    },
    end({ supplierId, turn }, answered, now) {
      const room = roomOf(supplierId);
      room.inFlight -= 1;
      if (answered !== null) room.breaker.report(turn, answered, now);
    },
  };
}
