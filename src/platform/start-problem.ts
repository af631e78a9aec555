/**
 * A reason not to start that a person can act on: a second copy, a folder that cannot be written, an
 * unsupported machine. The program prints its message alone, without a stack, and exits with 1.
 */
export class StartProblem extends Error {
  override name = 'StartProblem';
}
