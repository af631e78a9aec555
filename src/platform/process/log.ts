import { pino, type Logger } from 'pino';

export type Log = Logger;

/**
 * Structured logs, one JSON object a line. Only plain identifiers and words go in: never a code, PIN, secret,
 * signature, gift link, address of a person or a request's `data` (see docs/logging.md).
 */
export function createLog(level: string): Log {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 2, sync: false }),
  );
}
