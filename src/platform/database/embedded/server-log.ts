/** Opens postgres.log for appending. A log that has grown too long is renamed first; one old log is kept. */
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

const logLimitBytes = 20 * 1024 * 1024;

export interface ServerLog {
  /** File descriptor for the server. */
  descriptor: number;
  /** What was written since the log was opened. */
  news(): string;
  close(): void;
}

export function openServerLog(folder: string): ServerLog {
  const path = join(folder, 'postgres.log');
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > logLimitBytes) renameSync(path, `${path}.old`);
  const start = size > logLimitBytes ? 0 : size;
  const descriptor = openSync(path, 'a', 0o600);
  return {
    descriptor,
    news: () => readFileSync(path).subarray(start).toString('utf8'),
    close: () => closeSync(descriptor),
  };
}
