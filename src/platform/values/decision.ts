/** A decision that nothing more is to be done about a failure, with its author and reason. */
export interface Decision {
  by: string;
  because: string;
  at: Date;
}

/** Which failures a decision is about. */
export interface Decided {
  /** Null: all. */
  ids: readonly number[] | null;
  /** What failed later nobody has seen yet. */
  until: Date;
}

/** How many rows one act decides; for more, the act is repeated. */
export const mostDecided = 5000;
