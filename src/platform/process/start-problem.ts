/**
 * A reason not to start that a person can act on: a second copy, a folder that cannot be written, an
 * unsupported machine. The program prints its message alone, without a stack, and exits with 1.
 */
export class StartProblem extends Error {
  override name = 'StartProblem';
}

/** Wherever something can't be written or read in the data folder. */
export function unusableDataFolder(dataFolder: string, problem: unknown): StartProblem {
  const reason = problem instanceof Error ? problem.message : String(problem);
  return new StartProblem(
    `The data folder ${dataFolder} can't be used (${reason}): let this user write to it, or set FACEVALUE_DATA to another.`,
  );
}
