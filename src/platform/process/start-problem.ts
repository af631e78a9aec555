/**
 * A reason not to start that a person can fix: a second instance, a folder that cannot be written, an unsupported
 * machine. The program prints only its message, without a stack, and exits with 1.
 */
export class StartProblem extends Error {
  override name = 'StartProblem';
}

/** For anything in the data folder that cannot be written or read. */
export function unusableDataFolder(dataFolder: string, problem: unknown): StartProblem {
  const reason = problem instanceof Error ? problem.message : String(problem);
  return new StartProblem(
    `The data folder ${dataFolder} can't be used (${reason}): let this user write to it, or set FACEVALUE_DATA to another.`,
  );
}
