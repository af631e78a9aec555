import type { Log } from './log.ts';
import { createLoadLimit } from '../throttle/load-limit.ts';

/** What somebody who watches over the installation wants to see; the field `event` of a line has one of these. */
export type SecurityEvent =
  /** A wrong password or credential. */
  | 'sign-in-failed'
  /** Somebody was told to wait: too many wrong tries. */
  | 'throttled'
  /** A call of the client API whose signature fits no live key of the client that it names, or of a client that is off. */
  | 'signature-refused'
  /** A call with a good signature from a network that its client does not call from. */
  | 'address-refused'
  /** A well-formed link or token that belongs to nothing. */
  | 'token-refused'
  /** Many wrong codes for later receipt, over all networks. */
  | 'receipt-codes-guessed';

/** Lines of one event in a minute, of one process: a flood of tries is no flood of lines. */
const linesOfEvent = { events: 60, windowSeconds: 60 };

/** Plain identifiers, where they are known. */
export interface SecurityFacts {
  request_id?: string;
  /** The client that a call named, proven or not. */
  client?: number | null;
}

/** Never names an account, an address or what was tried: plain identifiers only (docs/logging.md). */
export type SecurityLog = (event: SecurityEvent, where: string, now: Date, facts?: SecurityFacts) => void;

export function createSecurityLog(log: Log): SecurityLog {
  const lines = createLoadLimit(linesOfEvent);
  return (event, where, now, facts = {}) => {
    if (lines.take(event, now) === 0) log.warn({ event, where, ...facts }, 'security event');
  };
}
