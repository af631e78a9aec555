/** What a command can't do as things are, in a sentence for its user: exit code 1. */
export class Refusal extends Error {
  override name = 'Refusal';
  /** For programs: part of the error that --json prints. */
  readonly details: object;

  constructor(sentence: string, details: object = {}) {
    super(sentence);
    this.details = details;
  }
}

/** Options that make no sense together: exit code 2, like any misuse that the parser finds. */
export class Misuse extends Error {
  override name = 'Misuse';
}

export const noClient = (clientId: number): Refusal => new Refusal(`There is no client ${clientId}.`);
