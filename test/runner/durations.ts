/** How long each test file takes, so that the longest start first and the run can say when it will end. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');
/** Measured once on a quiet machine, for a first run. */
const atStart = join(import.meta.dirname, 'durations.json');
/** What runs here have taken since. Git ignores it. */
const ofThisMachine = join(root, '.cache/test-durations.json');

/** Milliseconds by the name of a job. */
export function readDurations(): Map<string, number> {
  return new Map([atStart, ofThisMachine].flatMap((file) => Object.entries(readFile(file))));
}

export function keepDurations(measured: ReadonlyMap<string, number>): void {
  const known = { ...readFile(ofThisMachine), ...Object.fromEntries(measured) };
  mkdirSync(dirname(ofThisMachine), { recursive: true });
  writeFileSync(ofThisMachine, `${JSON.stringify(known, null, 2)}\n`);
}

function readFile(file: string): Record<string, number> {
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;
  } catch {
    // Half written by a run that was killed: the next one measures again.
    return {};
  }
}
