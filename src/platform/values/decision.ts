/** That nothing more is to be done about what has failed: who says so, and why. */
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

/** Of more the act is repeated. */
export const mostDecided = 5000;
