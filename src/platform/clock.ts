/** Everything that asks for the time asks here, so that tests and the demo world can travel in it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that runs on from the system's time, moved by an offset that can be changed while it runs. */
export interface TravellingClock extends Clock {
  offsetMs: number;
}

export function travellingClock(offsetMs = 0): TravellingClock {
  return {
    offsetMs,
    now() {
      return new Date(Date.now() + this.offsetMs);
    },
  };
}
