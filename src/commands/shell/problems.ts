/** Why a command cannot be executed, as a sentence for its user: exit code 1. */
export class Refusal extends Error {
  override name = 'Refusal';
  /** For programs: part of the error that --json prints. */
  readonly details: object;

  constructor(sentence: string, details: object = {}) {
    super(sentence);
    this.details = details;
  }
}

/** Options that contradict each other: exit code 2, like any wrong usage. */
export class Misuse extends Error {
  override name = 'Misuse';
}

export const noClient = (clientId: number): Refusal => new Refusal(`There is no client ${clientId}.`);
