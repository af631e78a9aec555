import { processorTime } from '../world/processor-time.ts';
import type { Line } from './line.ts';

/**
 * Processor time of one piece of work, by process; `work` returns how many were done. None where the operating system
 * has no counters.
 */
export async function processorLines(
  { section, what }: Pick<Line, 'section' | 'what'>,
  pids: Record<string, number>,
  work: () => Promise<number>,
): Promise<Line[]> {
  let done = 0;
  const used = await processorTime(pids, async () => {
    done = await work();
  });
  return Object.entries(used ?? {}).map(([name, microseconds]) => ({
    section,
    what: `processor time ${what}: ${name}`,
    value: microseconds / done,
    unit: 'µs',
  }));
}
