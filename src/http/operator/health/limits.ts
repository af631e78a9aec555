/** How figures compare with their limits. */

/** Something that should not exceed its limit, place by place. */
export interface Watched {
  name: string;
  values: readonly (number | null)[];
  limit: number;
  /** A value of it in words, as `92 s`. */
  text: (value: number) => string;
}

export type Verdict =
  | { is: 'within' }
  /** In the last two places; the last one is not over, so it may not know yet. */
  | { is: 'now'; value: number }
  /** The last time it was so, and how much it was at the most. */
  | { is: 'earlier'; place: number; value: number };

const lastPlaces = 2;

export function judge({ values, limit }: Pick<Watched, 'values' | 'limit'>): Verdict {
  const beyond = values.map((value) => value !== null && value > limit);
  const place = beyond.lastIndexOf(true);
  if (place === -1) return { is: 'within' };
  return place >= values.length - lastPlaces
    ? { is: 'now', value: most(values.slice(-lastPlaces)) }
    : { is: 'earlier', place, value: most(values) };
}

const most = (some: readonly (number | null)[]): number => Math.max(...some.map((value) => value ?? 0));

/** The share of each place together with those before it; null where there was nothing. */
export function sharesOver(
  part: readonly number[],
  all: readonly number[],
  places: number,
): (number | null)[] {
  const sum = (of: readonly number[], index: number): number =>
    of.slice(Math.max(0, index + 1 - places), index + 1).reduce((total, one) => total + one, 0);
  return all.map((_one, index) => {
    const total = sum(all, index);
    return total === 0 ? null : sum(part, index) / total;
  });
}
