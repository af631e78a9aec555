/**
 * How sure a median is. Nothing is supposed of how values scatter: each round lies below the true median as often as above it, so the number of rounds below
 * it is that of heads of as many coins. That fewer than k of n lie below, or fewer than k above, is as likely as so few heads or tails; else the
 * true median is between the k-th value and the k-th from the end.
 */
const wanted = 0.95;
/** Fewer than five rounds say nothing for sure. */
const leastConfidence = 0.9;

export interface Interval {
  low: number;
  high: number;
  /** Of 100 such intervals so many hold the true median, as a share of one. */
  confidence: number;
}

/** The narrowest of those that are sure enough; of fewer than six rounds the whole range, with what it is worth. */
export function intervalOfMedian(values: readonly number[]): Interval {
  const sorted = values.toSorted((one, other) => one - other);
  const count = sorted.length;
  let leftOut = 0;
  while (confidenceWithout(leftOut + 1, count) >= wanted) leftOut += 1;
  return {
    low: sorted[leftOut] ?? 0,
    high: sorted[count - 1 - leftOut] ?? 0,
    confidence: confidenceWithout(leftOut, count),
  };
}

/** If so many values are left out at either end. */
function confidenceWithout(leftOut: number, count: number): number {
  let ways = 1;
  let outside = 0;
  for (let heads = 0; heads <= leftOut; heads += 1) {
    outside += ways;
    ways = (ways * (count - heads)) / (heads + 1);
  }
  return Math.max(0, 1 - (2 * outside) / 2 ** count);
}

export const isSure = ({ confidence }: Interval): boolean => confidence >= leastConfidence;

/** What a figure should be. */
export type Bound = { least: number } | { most: number };
export type Verdict = 'met' | 'missed' | 'unsure';

/** Missed only if the whole interval is on the wrong side. */
export function judge(bound: Bound, interval: Interval): Verdict {
  if (!isSure(interval)) return 'unsure';
  const { low, high } = interval;
  const [worst, best] = 'least' in bound ? [low, high] : [high, low];
  if (keeps(bound, worst)) return 'met';
  return keeps(bound, best) ? 'unsure' : 'missed';
}

export const keeps = (bound: Bound, value: number): boolean =>
  'least' in bound ? value >= bound.least : value <= bound.most;

/** Half of the interval's width, as a share of the median. */
export const noiseOf = (median: number, { low, high }: Interval): number =>
  median === 0 ? 0 : (high - low) / 2 / Math.abs(median);
