import type { Log } from './log.ts';
import { createLoadLimit } from './load-limit.ts';

/** Security events, as values of the field `event` of a log line. */
export type SecurityEvent =
  /** A wrong password or credential. */
  | 'sign-in-failed'
  /** A caller was throttled after too many wrong attempts. */
  | 'throttled'
  /** A call of the client API whose signature fits no valid key of the client, or of a disabled client. */
  | 'signature-refused'
  /** A call with a valid signature from a network that the client does not use. */
  | 'address-refused'
  /** A well-formed link or token that does not exist. */
  | 'token-refused'
  /** Many wrong passwords of one account from a wide network, or from many networks. */
  | 'account-guessed'
  /** Many wrong codes for later receipt, over all networks. */
  | 'receipt-codes-guessed';

/** Maximum number of lines per event, minute and process, so that a flood of attempts does not flood the log. */
const linesOfEvent = { events: 60, windowSeconds: 60 };

/** Plain identifiers, if known. */
export interface SecurityFacts {
  request_id?: string;
  /** The client id in the call, authenticated or not. */
  client?: number | null;
}

/** Never logs an account, an address or the attempted value: plain identifiers only (docs/logging.md). */
export type SecurityLog = (event: SecurityEvent, where: string, now: Date, facts?: SecurityFacts) => void;

export function createSecurityLog(log: Log): SecurityLog {
  const lines = createLoadLimit(linesOfEvent);
  return (event, where, now, facts = {}) => {
    if (lines.take(event, now) === 0) log.warn({ event, where, ...facts }, 'security event');
  };
}
