/** The source of the current time for all code, so that tests and the demo can travel in time. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that continues from the true time plus an offset that can be changed at run time. */
export interface TravellingClock extends Clock {
  offsetMs: number;
}

/** `trueNowMs` is its base: the database's time, if there is one. */
export function travellingClock(trueNowMs: () => number = Date.now): TravellingClock {
  return {
    offsetMs: 0,
    now() {
      return new Date(trueNowMs() + this.offsetMs);
    },
  };
}
