import { accessSync, constants } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartProblem } from './start-problem.ts';

/** A file lock that the kernel releases when its holder dies. */
export interface FileLock {
  /** May be called repeatedly. */
  release(): void;
}

export type LockKind = 'exclusive' | 'shared';

const retryPauseMs = 40;
const sqliteBusy = 5;

/**
 * Takes the lock, or returns null if another process holds a conflicting one. Node has no flock(), so this uses
 * SQLite's lock of an empty file, which works on every system. It cannot become stale: no pid is compared, and a kill
 * -9, a reboot or a reused pid need no special care.
 */
export function tryLockFile(path: string, kind: LockKind): FileLock | null {
  const file = openFile(path);
  try {
    file.exec('pragma journal_mode = off');
    file.exec(kind === 'exclusive' ? 'begin exclusive' : 'begin; select 1 from sqlite_schema');
    return { release: () => file.isOpen && file.close() };
  } catch (error) {
    file.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return null;
    throw error;
  }
}

function openFile(path: string): DatabaseSync {
  try {
    const file = new DatabaseSync(path, { timeout: 0 });
    accessSync(path, constants.W_OK);
    return file;
  } catch {
    throw new StartProblem(`This user cannot write ${path}: give it the folder, or choose another one.`);
  }
}

/** Waits for the lock up to the given time; null if it did not become free. */
export async function lockFile(path: string, kind: LockKind, waitMs: number): Promise<FileLock | null> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const lock = tryLockFile(path, kind);
    if (lock || performance.now() > deadline) return lock;
    await sleep(retryPauseMs);
  }
}
