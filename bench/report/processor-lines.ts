/** Processor time of an operation in each round, by process. */
import { processorTime } from '../world/processor-time.ts';
import type { Bound } from './confidence.ts';
import { lineOf, type Line } from './line.ts';

export interface ProcessorMeter<Name extends string> {
  /** Microseconds of an operation; empty where the operating system has no counters. */
  rounds: Record<Name, number[]>;
  /** One round; `operations` says how many of them were in what it measured. */
  round<Measured>(
    pids: Record<Name, number>,
    measure: () => Promise<Measured>,
    operations: (measured: Measured) => number,
  ): Promise<Measured>;
}

export function processorMeter<Name extends string>(...names: Name[]): ProcessorMeter<Name> {
  const rounds = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  return {
    rounds,
    async round(pids, measure, operations) {
      const measured: Awaited<ReturnType<typeof measure>>[] = [];
      const used = await processorTime(pids, async () => {
        measured.push(await measure());
      });
      const one = measured[0] as Awaited<ReturnType<typeof measure>>;
      if (used !== null) for (const name of names) rounds[name].push(used[name] / operations(one));
      return one;
    },
  };
}

export const processorLines = <Name extends string>(
  { section, what }: Pick<Line, 'section' | 'what'>,
  { rounds }: ProcessorMeter<Name>,
  aims: Partial<Record<Name, Bound>> = {},
): Line[] =>
  Object.entries<number[]>(rounds)
    .filter(([, each]) => each.length > 0)
    .map(([name, each]) =>
      lineOf({
        section,
        what: `processor time ${what}: ${name}`,
        unit: 'µs',
        rounds: each,
        aim: aims[name as Name],
      }),
    );
