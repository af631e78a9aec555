/** Where the worlds of a test file lie: on one server, there in three cells, or on a cluster of Citus. */
export type Environment = 'plain' | 'cells' | 'citus';

/** A test file to run, and where. */
export interface Job {
  file: string;
  environment: Environment;
}

/** As the queue gives it. */
export interface QueuedJob extends Job {
  /** In a process that runs nothing else. */
  alone: boolean;
  /** Begins when all of that environment have ended. */
  after?: Environment;
}

export interface Failure {
  /** The names of the suites around it and its own; none if the file has failed as a whole. */
  names: string[];
  place: string;
  error: string;
}

/** A job that has ended. */
export interface Ended {
  job: Job;
  tests: { names: string[]; end: 'passed' | 'failed' | 'skipped'; ms: number }[];
  /** Failed tests, and whatever else makes the file fail. */
  failures: Failure[];
  ms: number;
  cpuMs: { own: number; children: number };
  /** What it has printed. */
  output: string;
}

/** As it is shown, and as durations are kept. */
export const nameOf = ({ file, environment }: Job): string =>
  environment === 'plain' ? file : `${file} (${environment})`;
