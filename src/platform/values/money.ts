/** Money is integer kopecks everywhere inside; roubles exist only in the API and in front of people. */
export const kopecksPerRouble = 100;

/** The largest amount supported: 10 billion roubles, far below 2^53 kopecks. */
const maxRoubles = 10_000_000_000;

/** Roubles of a request as kopecks; null if it is not a whole number of kopecks within the limit. */
export function kopecksFromRoubles(roubles: number): number | null {
  const kopecks = Math.round(roubles * kopecksPerRouble);
  const exact = Math.abs(kopecks / kopecksPerRouble - roubles) < 1e-9;
  return exact && Math.abs(roubles) <= maxRoubles ? kopecks : null;
}

/** Kopecks as a JSON number of roubles; an integer if there are no odd kopecks. */
export function roublesFromKopecks(kopecks: number): number {
  return kopecks / kopecksPerRouble;
}

/** Whole roubles, rounded towards zero: strict clients parse a balance as a JSON integer. */
export function wholeRoubles(kopecks: number): number {
  return Math.trunc(kopecks / kopecksPerRouble);
}
