import { globSync } from 'node:fs';
import { filesWithCells } from '../cells/run-with-cells.ts';
import { withoutCells } from '../cells/without-cells.ts';
import { ALL_VARIABLE, filesOnCluster, judgesStatements } from '../cluster/run-on-cluster.ts';
import type { Environment, Job } from '../runner/job.ts';
import { suiteOf, type Suite } from './suites.ts';

const TEST_FILES = ['src/**/*.test.ts', 'test/**/*.test.ts', 'simulators/**/*.test.ts'];

export const testFiles = (): string[] => globSync(TEST_FILES).toSorted();

export interface Wanted {
  /** Empty: those of the suite. */
  files: readonly string[];
  suite: Suite | 'all';
  /** Where they run. */
  environment: Environment;
}

/** What a run is asked for, as files and where they run. */
export function jobsOf({ files, suite, environment }: Wanted, hasCluster: boolean): Job[] {
  const here = (file: string): Job => ({ file, environment });
  // A folder and one of its files name it twice.
  if (files.length > 0)
    return [...new Set(files)].flatMap((file) => [...judgedBy(file, hasCluster), here(file)]);
  const chosen = testFiles().filter((file) => suite === 'all' || suiteOf(file) === suite);
  if (environment === 'cells') return chosen.filter((file) => !(file in withoutCells)).map(here);
  if (environment === 'citus') return filesOnCluster(true).map(here);
  return suite === 'test'
    ? chosen.map(here)
    : [...chosen.map(here), ...again(filesWithCells, 'cells'), ...onCluster(hasCluster)];
}

/** What must have run before a file can be judged. */
const judgedBy = (file: string, hasCluster: boolean): Job[] =>
  file === judgesStatements ? onCluster(hasCluster) : [];

const onCluster = (hasCluster: boolean): Job[] =>
  hasCluster ? again(filesOnCluster(process.env[ALL_VARIABLE] !== undefined), 'citus') : [];

const again = (files: readonly string[], environment: Environment): Job[] =>
  files.map((file) => ({ file, environment }));
