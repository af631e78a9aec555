import type { Log } from './log.ts';
import { createLoadLimit } from './throttle/load-limit.ts';

/** What somebody who watches over the installation wants to see; a line has `security` and one of these. */
export type SecurityEvent =
  /** A wrong password or credential. */
  | 'sign-in-failed'
  /** Somebody was told to wait: too many wrong tries. */
  | 'throttled'
  /** Many wrong codes for later receipt, over all networks. */
  | 'receipt-codes-guessed';

/** Lines of one event in a minute, of one process: a flood of tries is no flood of lines. */
const linesOfEvent = { events: 60, windowSeconds: 60 };

/** Never names an account, an address or what was tried: plain identifiers only (docs/logging.md). */
export type SecurityLog = (event: SecurityEvent, where: string, now: Date) => void;

export function createSecurityLog(log: Log): SecurityLog {
  const lines = createLoadLimit(linesOfEvent);
  return (event, where, now) => {
    if (lines.take(event, now) === 0) log.warn({ security: event, where }, 'security event');
  };
}
