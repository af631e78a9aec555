/** Everything that asks for the time asks here, so that tests and the demo world can travel in it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that runs on from the true time, moved by an offset that can be changed while it runs. */
export interface TravellingClock extends Clock {
  offsetMs: number;
}

/** `trueNowMs` is the time that it starts from: the database's, where there is one. */
export function travellingClock(trueNowMs: () => number = Date.now): TravellingClock {
  return {
    offsetMs: 0,
    now() {
      return new Date(trueNowMs() + this.offsetMs);
    },
  };
}
