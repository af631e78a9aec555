/** Structured logs. */
import { pino, type Logger } from 'pino';

export type Log = Logger;

/**
 * Structured logs, one JSON object per line. Only plain identifiers and fixed texts: never a code, PIN, secret,
 * signature, gift link, personal address or a request's `data` (see docs/logging.md).
 */
export function createLog(level: string): Log {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 2, sync: false }),
  );
}
