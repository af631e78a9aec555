/** Measurements in several short rounds, in turns. */

/** Values of one measurement over several rounds. */
export interface Figures {
  median: number;
  rounds: number[];
}

/** Of nine rounds the second to the eighth value hold the true median in 96 of 100 cases; see report/confidence.ts. */
const rounds = { whole: 9, quick: 2 };

export const roundsOf = (run: { quick: boolean }): number => rounds[run.quick ? 'quick' : 'whole'];

function figuresOf(values: readonly number[]): Figures {
  return { median: medianOf(values), rounds: [...values] };
}

export const medianOf = (values: readonly number[]): number => quantileOf(values, 0.5);

export const quantileOf = (values: readonly number[], share: number): number =>
  quantile(
    values.toSorted((one, other) => one - other),
    share,
  );

/** Percentile of values in ascending order, interpolated between two values. */
export function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0];
  return below + (above - below) * (place - Math.floor(place));
}

/** Each round begins with another one, so that other load on the machine affects all alike. */
export function rotated<Item>(items: readonly Item[], round: number): Item[] {
  const shift = round % items.length;
  return [...items.slice(shift), ...items.slice(0, shift)];
}

/** Runs every contestant once per round. */
export async function interleave<Name extends string>(
  count: number,
  contestants: Record<Name, (round: number) => Promise<number>>,
): Promise<Record<Name, Figures>> {
  const measured = await measureInTurns<Record<Name, number>>(count, contestants);
  const figures = Object.entries<number[]>(measured).map(([name, each]) => [name, figuresOf(each)]);
  return Object.fromEntries(figures) as Record<Name, Figures>;
}

/** The same for contestants that measure several things in a round. */
export async function measureInTurns<Measured extends Record<string, unknown>>(
  count: number,
  contestants: { [Name in keyof Measured]: (round: number) => Promise<Measured[Name]> },
): Promise<{ [Name in keyof Measured]: Measured[Name][] }> {
  const names: (keyof Measured)[] = Object.keys(contestants);
  const measured = Object.fromEntries(names.map((name) => [name, []])) as unknown as {
    [Name in keyof Measured]: Measured[Name][];
  };
  for (let round = 0; round < count; round += 1)
    for (const name of rotated(names, round)) measured[name].push(await contestants[name](round));
  return measured;
}
