/**
 * Decides how many calls each client's receiver may have in flight, so that one that hangs holds up no other.
 *
 * A receiver begins with a few places, earns one more by each quick answer and falls back to a single one when it
 * lets a call run into the time-out. A call that takes longer than a moment stops counting as work and only
 * waits: its place among the working ones is free again, and its client gets no new ones meanwhile.
 */
export interface ReceiverCapacity {
  /** Calls that may start now, over all clients. */
  free(): number;
  /** Calls that each known client may start now; any other client may start `firstCapacity`. */
  capacities(): { clientIds: number[]; capacities: number[] };
  start(clientId: number): Flight;
  end(flight: Flight, how: 'answered' | 'unanswered'): void;
}

export interface Flight {
  clientId: number;
  startedAtMs: number;
}

export const firstCapacity = 4;
/** After this time a call has done its work here and only waits. */
const waitsAfterMs = 250;
/** A receiver that takes longer than this gets no more places than it began with. */
const slowAfterMs = 1000;
/** Calls that wait for slow receivers take a socket each and nothing else, so many may. */
const openPerWorking = 16;
/** Idle receivers that are remembered with what they earned. */
const maxRemembered = 10_000;

interface Receiver {
  capacity: number;
  flights: Set<Flight>;
}

export function receiverCapacity(concurrency: number, nowMs: () => number): ReceiverCapacity {
  const flights = new Set<Flight>();
  const receivers = new Map<number, Receiver>();
  const largestCapacity = Math.max(firstCapacity, Math.floor(concurrency / 2));
  const waits = (flight: Flight) => nowMs() - flight.startedAtMs > waitsAfterMs;
  const isSlow = (flight: Flight) => nowMs() - flight.startedAtMs > slowAfterMs;

  function freeOf({ capacity, flights: own }: Receiver): number {
    const [oldest] = own;
    const allowed = oldest !== undefined && isSlow(oldest) ? Math.min(capacity, firstCapacity) : capacity;
    return Math.max(0, allowed - own.size);
  }

  function forgetIdle(): void {
    for (const [clientId, { flights: own }] of receivers) {
      if (receivers.size <= maxRemembered) return;
      if (own.size === 0) receivers.delete(clientId);
    }
  }

  return {
    free() {
      const working = flights.size - countWhile(flights, waits);
      return Math.min(concurrency - working, concurrency * openPerWorking - flights.size);
    },
    capacities() {
      const known = [...receivers];
      return {
        clientIds: known.map(([id]) => id),
        capacities: known.map(([, receiver]) => freeOf(receiver)),
      };
    },
    start(clientId) {
      const flight = { clientId, startedAtMs: nowMs() };
      const receiver = receivers.get(clientId) ?? { capacity: firstCapacity, flights: new Set() };
      receivers.set(clientId, receiver);
      receiver.flights.add(flight);
      flights.add(flight);
      forgetIdle();
      return flight;
    },
    end(flight, how) {
      flights.delete(flight);
      const receiver = receivers.get(flight.clientId);
      if (receiver === undefined) return;
      receiver.flights.delete(flight);
      if (how === 'unanswered') receiver.capacity = 1;
      else if (isSlow(flight)) receiver.capacity = Math.min(receiver.capacity, firstCapacity);
      else receiver.capacity = Math.min(largestCapacity, receiver.capacity + 1);
    },
  };
}

/** Flights stand in the order of their start, so those that wait stand first. */
function countWhile(flights: Set<Flight>, matches: (flight: Flight) => boolean): number {
  let count = 0;
  for (const flight of flights) {
    if (!matches(flight)) break;
    count += 1;
  }
  return count;
}
