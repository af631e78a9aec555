import { judgesStatements } from '../cluster/run-on-cluster.ts';
import { nameOf, type Environment, type Job, type QueuedJob } from './job.ts';

/** What a file may take that has never been measured: long enough that it doesn't start last. */
export const UNKNOWN_MS = 10_000;

/** The slowest first, so that none starts when everything else is done. */
const environments: Environment[] = ['citus', 'cells', 'plain'];

/** `as-given`: somebody waits for the first ones. */
export type Order = 'slowest-first' | 'as-given' | { seed: number };

/**
 * In groups, since a process has one environment; the group of most files is last, or as they are given first. Within a group the longest
 * file comes first, or, with a seed, any.
 */
export function inOrder(
  jobs: Job[],
  isAlone: (file: string) => boolean,
  durations: ReadonlyMap<string, number>,
  order: Order,
): QueuedJob[] {
  const msOf = (job: Job): number => durations.get(nameOf(job)) ?? UNKNOWN_MS;
  const queued = jobs.map((job): QueuedJob => ({
    ...job,
    alone: isAlone(job.file),
    ...(job.file === judgesStatements && job.environment === 'plain' && { after: 'citus' }),
  }));
  if (order === 'as-given') return queued.toSorted((a, b) => groupOf(b) - groupOf(a));
  const within =
    order === 'slowest-first' ? queued.toSorted((a, b) => msOf(b) - msOf(a)) : shuffled(queued, order.seed);
  return within.toSorted((a, b) => groupOf(a) - groupOf(b));
}

const groupOf = ({ environment, alone }: QueuedJob): number =>
  environments.indexOf(environment) * 2 + (alone ? 0 : 1);

/** Fisher–Yates by a generator that repeats itself for a seed (mulberry32). */
function shuffled<T>(things: T[], seed: number): T[] {
  const all = [...things];
  let state = seed >>> 0;
  const random = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  for (let last = all.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [all[last], all[other]] = [all[other] as T, all[last] as T];
  }
  return all;
}
