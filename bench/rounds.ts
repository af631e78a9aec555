/** Values of one measurement over several rounds. */
export interface Figures {
  median: number;
  least: number;
  most: number;
  rounds: number[];
}

export function figuresOf(rounds: number[]): Figures {
  const sorted = rounds.toSorted((one, other) => one - other);
  return { median: quantile(sorted, 0.5), least: sorted[0] ?? 0, most: sorted.at(-1) ?? 0, rounds };
}

/** Percentile of values in ascending order, interpolated between two values. */
export function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0];
  return below + (above - below) * (place - Math.floor(place));
}

/** One after the other. */
export async function inTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

/**
 * Runs every contestant once per round, each round starting with another one, so that other load on the machine affects
 * all alike.
 */
export async function interleave<Name extends string>(
  rounds: number,
  contestants: Record<Name, (round: number) => Promise<number>>,
): Promise<Record<Name, Figures>> {
  const names = Object.keys(contestants) as Name[];
  const measured = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const shift = round % names.length;
    for (const name of [...names.slice(shift), ...names.slice(0, shift)]) {
      measured.get(name)?.push(await contestants[name](round));
    }
  }
  return Object.fromEntries(names.map((name) => [name, figuresOf(measured.get(name) ?? [])])) as Record<
    Name,
    Figures
  >;
}
