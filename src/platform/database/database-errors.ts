import { DatabaseError } from 'pg';

/**
 * What an error of the database means for what was asked. A `DatabaseError` comes from a server that goes on: the
 * statement was refused, and its transaction was rolled back. The two below come from a server that can't be heard.
 */

/** Certainly nothing was written: there was no connection, or it was lost before the end was asked for. */
export class DatabaseUnavailable extends Error {
  /** What a door answers that does not know this error. */
  readonly statusCode = 503;

  constructor(cause: unknown) {
    super('The database does not answer: nothing was written.', { cause });
  }
}

/** The connection was lost while the server may have been writing: it is all there, or nothing is. */
export class OutcomeUnknown extends Error {
  readonly statusCode = 503;

  constructor(cause: unknown) {
    super('The database did not answer: whether it was written is not known.', { cause });
  }
}

/** Classes of SQLSTATE in which it is the server that is unwell, not the statement; and a database that is read-only. */
const serverTrouble = /^(08|53|57|58|F0|XX|25006)/;

/** Whether another statement would have fared no better. */
export function isServerTrouble(problem: unknown): boolean {
  if (problem instanceof DatabaseUnavailable || problem instanceof OutcomeUnknown) return true;
  return problem instanceof DatabaseError && serverTrouble.test(problem.code ?? 'XX');
}

const lockNotAvailable = '55P03';

/** Another transaction held a row for longer than statements wait for it. */
export const isLockTimeout = (problem: unknown): boolean =>
  problem instanceof DatabaseError && problem.code === lockNotAvailable;

const transactionAborted = '25P02';

/** A statement that came behind the one that was refused. */
export const isAftermath = (problem: unknown): boolean =>
  problem instanceof DatabaseError && problem.code === transactionAborted;

/** A constraint that is checked at the end, or a conflict with another transaction. */
export const isRefusedCommit = (problem: unknown): boolean =>
  problem instanceof DatabaseError && /^(23|40)/.test(problem.code ?? '');
