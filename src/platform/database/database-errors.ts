/** What a database error means for the data: not done, done, or unknown. */
import { DatabaseError } from 'pg';

/**
 * What a database error means for the data. `DatabaseError`: the server refused the statement and rolled the
 * transaction back. The two types below: the connection to the server was lost.
 */

/** Certainly nothing was written: there was no connection, or it was lost before the commit was sent. */
export class DatabaseUnavailable extends Error {
  /** Message for clients and pages that do not handle this error. */
  readonly statusCode = 503;

  constructor(cause: unknown) {
    super('The database does not answer: nothing was written.', { cause });
  }
}

/** What was asked for is on its way to another server, as its operator wants it. */
export class Moving extends DatabaseUnavailable {
  readonly isPlanned = true;
}

/** The connection was lost while the server may have been writing: everything was written, or nothing. */
export class OutcomeUnknown extends Error {
  readonly statusCode = 503;

  constructor(cause: unknown) {
    super('The database did not answer: whether it was written is not known.', { cause });
  }
}

/** SQLSTATE classes of server problems, as opposed to statement errors, and a read-only database. */
const serverTrouble = /^(08|53|57|58|F0|XX|25006)/;

/** Whether any other statement would have failed too. */
export function isServerTrouble(problem: unknown): boolean {
  if (problem instanceof DatabaseUnavailable || problem instanceof OutcomeUnknown) return true;
  return problem instanceof DatabaseError && serverTrouble.test(problem.code ?? 'XX');
}

const lockNotAvailable = '55P03';

/** Another transaction has locked a row for longer than statements wait. */
export const isLockTimeout = (problem: unknown): boolean =>
  problem instanceof DatabaseError && problem.code === lockNotAvailable;

const conflict = /^40/;

/** Whether the same work may succeed a moment later: the server is in trouble, or others held or wanted the same rows. */
export const mayPass = (problem: unknown): boolean =>
  isServerTrouble(problem) ||
  isLockTimeout(problem) ||
  (problem instanceof DatabaseError && conflict.test(problem.code ?? ''));

const transactionAborted = '25P02';

/** A statement sent after the one that failed. */
export const isAftermath = (problem: unknown): boolean =>
  problem instanceof DatabaseError && problem.code === transactionAborted;

/** A deferred constraint, or a conflict with another transaction. */
export const isRefusedCommit = (problem: unknown): boolean =>
  problem instanceof DatabaseError && /^(23|40)/.test(problem.code ?? '');
