/** Processor time of processes, as the operating system counts it. */
import { readdir, readFile } from 'node:fs/promises';

/** Linux counts in hundredths of a second, whatever its timer. */
const ticksPerSecond = 100;
const microsecondsPerTick = 1_000_000 / ticksPerSecond;

interface Used {
  parent: number;
  /** Of the process itself and of its children that have ended, in user and system mode. */
  ticks: number;
}

export type Measured<Name extends string> = Record<Name, number>;

/**
 * Processor time that named processes use while `work` runs, with their living children, in microseconds; from the
 * counters of the operating system, so other load on the machine hardly changes it. Null where there are no such
 * counters.
 */
export async function processorTime<Name extends string>(
  pids: Record<Name, number>,
  work: () => Promise<void>,
): Promise<Measured<Name> | null> {
  const before = await processTable();
  await work();
  const after = await processTable();
  if (before === null || after === null) return null;
  const entries = Object.entries(pids).map(([name, pid]) => {
    const ticks = ticksOf(after, pid as number) - ticksOf(before, pid as number);
    return [name, ticks * microsecondsPerTick];
  });
  return Object.fromEntries(entries) as Measured<Name>;
}

/** A child that ends meanwhile is in its parent's count afterwards. */
function ticksOf(table: Map<number, Used>, root: number): number {
  const isUnder = (pid: number): boolean => {
    let [current, left] = [pid, table.size];
    while (current !== root && left > 0) [current, left] = [table.get(current)?.parent ?? 0, left - 1];
    return current === root;
  };
  return [...table].reduce((sum, [pid, { ticks }]) => (isUnder(pid) ? sum + ticks : sum), 0);
}

async function processTable(): Promise<Map<number, Used> | null> {
  if (process.platform !== 'linux') return null;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const rows = await Promise.all(pids.map(async (pid) => [pid, await usedBy(pid)] as const));
  return new Map(rows.filter((row): row is readonly [number, Used] => row[1] !== null));
}

/** Null for a process that has ended since it was listed. */
async function usedBy(pid: number): Promise<Used | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null);
  if (text === null) return null;
  // The name of the command is in brackets and may contain anything; fields are counted after it (proc(5)).
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [parent = 0, ...times] = [1, 11, 12, 13, 14].map((index) => Number(fields[index]));
  return { parent, ticks: times.reduce((sum, ticks) => sum + ticks, 0) };
}
