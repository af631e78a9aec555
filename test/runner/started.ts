/**
 * What the tests of one process have started, wherever it has gone: samples and units have groups of their own, and whoever started
 * them may have ended. Each has the mark of that process in its environment, or is a child of one that has.
 */
import { readdirSync, readFileSync } from 'node:fs';

export const MARK_VARIABLE = 'FACEVALUE_TEST_STARTED_BY';

/** Of this process, for an environment that is made of nothing. */
export const ownMark: Record<string, string> = Object.fromEntries(
  [MARK_VARIABLE].flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
);

/** What is started while the others are ended. */
const MOST_LOOKS = 20;

/** Ends them at once; where the system tells nothing of its processes, nobody is found. */
export function endStarted(mark: string): void {
  for (let look = 0; look < MOST_LOOKS; look++) {
    const found = startedBy(mark).filter((pid) => pid !== process.pid);
    if (found.length === 0) return;
    for (const pid of found) endNow(pid);
  }
}

function startedBy(mark: string): number[] {
  const children = new Map<number, number[]>();
  const found = new Set<number>();
  for (const pid of allProcesses()) {
    const parent = parentOf(pid);
    if (parent === null) continue;
    children.set(parent, [...(children.get(parent) ?? []), pid]);
    if (environmentOf(pid).includes(`\0${MARK_VARIABLE}=${mark}\0`)) found.add(pid);
  }
  // A set tells also those that are added meanwhile.
  for (const pid of found) for (const child of children.get(pid) ?? []) found.add(child);
  return [...found];
}

function allProcesses(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

/** Null: it has ended, and perhaps nobody has asked how yet. */
function parentOf(pid: number): number | null {
  const [state, parent] = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  return state === undefined || state === '' || state === 'Z' ? null : Number(parent);
}

const environmentOf = (pid: number): string => `\0${read(`/proc/${pid}/environ`)}`;

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // It has ended since it was listed, or belongs to somebody else.
    return '';
  }
}

function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended since it was found.
  }
}
