/** Decides how many texts are claimed beyond the slots at the provider, so that none is idle while results are recorded. */
export interface ClaimAhead {
  /** How many more to claim now; 0: later, since a claim costs about as much for many as for one. */
  more(places: number, inFlight: number): number;
  /** The provider took one. */
  taken(): void;
}

/** So few that hardly any are tried when a provider breaks down, and all of them within their lease when it is slow. */
const perPlace = 3;
/** Claims so many that the next claim ends before the slots are empty, if the provider takes one per slot within this time. */
const perQuickPlace = 6;
const quickMs = 1000;
/** A provider with many slots has fewer of them, and one with more slots than this has one each. */
const mostClaimed = 400;

export function createClaimAhead(nowMs: () => number = () => performance.now()): ClaimAhead {
  let claimedMs = -Infinity;
  let takenSince = 0;
  return {
    more(places, inFlight) {
      const isQuick = takenSince >= places && nowMs() - claimedMs < quickMs;
      const all = Math.max(places, Math.min(places * (isQuick ? perQuickPlace : perPlace), mostClaimed));
      if (inFlight > all / 2) return 0;
      claimedMs = nowMs();
      takenSince = 0;
      return all - inFlight;
    },
    taken: () => void (takenSince += 1),
  };
}
