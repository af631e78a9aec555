/**
 * Limits the calls in flight per client's receiver, so that a receiver that hangs does not delay others. A receiver
 * starts with a few slots, gains one with each quick answer, and drops to a single one after a time-out. A call that
 * takes longer than a moment counts as waiting: its slot becomes free for other clients, and its own client gets no new
 * calls meanwhile.
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
/** A call that takes longer counts as waiting. */
const waitsAfterMs = 250;
/** A receiver slower than this gets no more slots than it started with. */
const slowAfterMs = 1000;
/** A waiting call uses only a socket, so many are allowed. */
const openPerWorking = 16;
/** Idle receivers whose capacity is remembered. */
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

/** Calls are in the order of their start, so waiting ones come first. */
function countWhile(flights: Set<Flight>, matches: (flight: Flight) => boolean): number {
  let count = 0;
  for (const flight of flights) {
    if (!matches(flight)) break;
    count += 1;
  }
  return count;
}
