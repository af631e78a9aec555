/** What a worker of a test run and the run tell each other, as plain data. */

export type ToWorker =
  /** Run the tests of this file, or those that match a pattern. */
  | { ask: 'run'; file: string; filtered: boolean }
  /** The file is done: what has it left behind? */
  | { ask: 'look' }
  | { ask: 'end' };

export type FromWorker = TestTold | FileTold | LeftTold;

/** A test, or a suite of which more than its tests has failed. */
export interface TestTold {
  told: 'test';
  /** Its own, behind those of the suites and tests around it. */
  names: string[];
  end: 'passed' | 'failed' | 'skipped';
  ms: number;
  /** Where it is written: file and line. */
  place: string;
  /** Of a failed one. */
  error: string;
}

/** The file has ended: `error` if it could not be loaded, or one of its hooks failed. */
export interface FileTold {
  told: 'file';
  error: string;
}

export interface LeftTold {
  told: 'left';
  /** What is not as it was before the file. */
  left: string[];
  /** What failed when its test had ended already, and calls of process.exit. */
  late: string[];
  memoryBytes: number;
  /** Used so far: by the worker itself, and by the processes that it has started and seen end. */
  cpuMs: { own: number; children: number };
}
