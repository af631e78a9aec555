/**
 * Limits the calls in flight per supplier, so that one that hangs delays only its own products. A waiting call uses
 * only a socket, so many are allowed.
 */
export interface SupplierCapacity {
  /** How many exchanges of each known supplier may be claimed now; of any other `maxCallsOfSupplier`. */
  capacities(now: Date): { ownerIds: number[]; capacities: number[] };
  /**
   * Takes a slot for a call, at once or when one becomes free. Null: there was none for too long, or the supplier has
   * stopped answering, and the call must not be made now. `mayWait`: exchanges of this supplier may be claimed before
   * there is a slot for each.
   */
  start(supplierId: number, mayWait: boolean): Promise<Flight | null>;
  /** `answered` is null if the supplier was not called after all. */
  end(flight: Flight, answered: boolean | null, now: Date): void;
}

export interface Flight {
  supplierId: number;
  /** Parameters of the circuit breaker. */
  turn: number;
  startedMs: number;
}

export const maxCallsOfSupplier = 64;

/** A quick supplier gets as many exchanges claimed ahead as it answers in this time, at most `maxAhead`. */
const aheadMs = 50;
const maxAhead = 192;
/** Much shorter than a lease: an exchange that waited longer is given back uncalled. */
const longestAheadMs = 20_000;
const lookAtWaitingMs = 5000;
const shareOfLatest = 0.1;

interface CallSlots {
  inFlight: number;
  breaker: CircuitBreaker;
  /** Claimed exchanges that wait for a slot. */
  waiting: Set<Waiting>;
  mayWait: boolean;
  /** Recent duration of an answered call; null before the first one. */
  usualMs: number | null;
  expiry: NodeJS.Timeout | undefined;
}

interface Waiting {
  sinceMs: number;
  resolve: (flight: Flight | null) => void;
}

export function supplierCapacity(nowMs: () => number = () => performance.now()): SupplierCapacity {
  const suppliers = new Map<number, CallSlots>();

  function slotsOf(supplierId: number): CallSlots {
    return suppliers.getOrInsertComputed(supplierId, () => ({
      inFlight: 0,
      breaker: circuitBreaker(),
      waiting: new Set(),
      mayWait: false,
      usualMs: null,
      expiry: undefined,
    }));
  }

  function take(supplierId: number, slots: CallSlots): Flight {
    slots.inFlight += 1;
    return { supplierId, turn: slots.breaker.begin(), startedMs: nowMs() };
  }

  function fill(supplierId: number, slots: CallSlots, now: Date): void {
    for (const one of slots.waiting) {
      const isAnswering = slots.breaker.state(now) === 'closed';
      if (isAnswering && slots.inFlight >= maxCallsOfSupplier) return;
      slots.waiting.delete(one);
      one.resolve(isAnswering ? take(supplierId, slots) : null);
    }
  }

  function watchWaiting(slots: CallSlots): void {
    slots.expiry ??= setTimeout(() => {
      slots.expiry = undefined;
      giveBackOverdue(slots.waiting, nowMs() - longestAheadMs);
      if (slots.waiting.size > 0) watchWaiting(slots);
    }, lookAtWaitingMs).unref();
  }

  return {
    capacities(now) {
      const known = [...suppliers];
      return {
        ownerIds: known.map(([id]) => id),
        capacities: known.map(([, slots]) => claimableOf(slots, now)),
      };
    },
    start(supplierId, mayWait) {
      const slots = slotsOf(supplierId);
      slots.mayWait = mayWait;
      if (slots.inFlight < maxCallsOfSupplier) return Promise.resolve(take(supplierId, slots));
      return new Promise((resolve) => {
        slots.waiting.add({ sinceMs: nowMs(), resolve });
        watchWaiting(slots);
      });
    },
    end({ supplierId, turn, startedMs }, answered, now) {
      const slots = slotsOf(supplierId);
      slots.inFlight -= 1;
      if (answered !== null) slots.breaker.report(turn, answered, now);
      if (answered === true) {
        const tookMs = nowMs() - startedMs;
        slots.usualMs ??= tookMs;
        slots.usualMs += (tookMs - slots.usualMs) * shareOfLatest;
      }
      fill(supplierId, slots, now);
    },
  };
}

function giveBackOverdue(waiting: Set<Waiting>, latestMs: number): void {
  for (const one of waiting) {
    if (one.sinceMs > latestMs) return;
    waiting.delete(one);
    one.resolve(null);
  }
}

function claimableOf(slots: CallSlots, now: Date): number {
  const { inFlight, waiting } = slots;
  switch (slots.breaker.state(now)) {
    case 'closed': {
      const ahead = aheadOf(slots);
      // A claim costs nearly the same for one as for many, so half of those ahead are replaced at once.
      if (waiting.size > ahead / 2) return 0;
      return Math.max(0, maxCallsOfSupplier - inFlight) + ahead - waiting.size;
    }
    case 'probing':
      return inFlight === 0 ? 1 : 0;
    case 'open':
      return 0;
  }
}

function aheadOf({ mayWait, usualMs }: CallSlots): number {
  if (!mayWait || usualMs === null) return 0;
  return Math.min(maxAhead, Math.floor((maxCallsOfSupplier * aheadMs) / Math.max(1, usualMs)));
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
