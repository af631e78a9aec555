/**
 * Whose leases are whose, and which owners are dead. Each claim id begins with the mark of its process, and each process holds a
 * lock on a file of that name while it lives.
 *
 * Only the kernel knows that a process is dead: it takes the lock away when the last thread is gone, after a kill -9 too, and never before. Whatever the
 * database sees of a process proves nothing: connections end by a restart of the database, by a pooler, and within seconds when the
 * network is cut, while the process still waits for the answer to a letter that it has handed over. Were its leases given back then, the letter would
 * go twice. So leases of processes of other machines, whose locks are not seen from here, end by time only, and so do all where no
 * folder for the files is named. A file that is removed under a living process costs no more than that.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tryLockFile, type FileLock } from './file-lock.ts';

const markBytes = 8;
const mark = randomBytes(markBytes).toString('hex');
const ending = '.lock';
const fileForm = /^[0-9a-f]{16}\.lock$/;

const asUuid = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');

/** Returns the id of a new lease of this process. */
export const newClaimId = (): string => asUuid(mark + randomBytes(16 - markBytes).toString('hex'));

/** From the first to the last claim id that a process can give. */
export const claimsOf = (owner: string): [first: string, last: string] => [
  asUuid(owner + '0'.repeat(16)),
  asUuid(owner + 'f'.repeat(16)),
];

export interface LeaseFolder {
  /** Processes that are dead; each is locked until `forget` or `release`, so that one process looks after it. */
  dead(): DeadOwner[];
}

export interface DeadOwner {
  owner: string;
  /** Nothing is leased by it any more. */
  forget(): void;
  release(): void;
}

/** Held until the process ends: one that nothing refers to is closed by the collector, and its process looks dead. */
const held: FileLock[] = [];

/**
 * From now on others know whether this process lives. Its file stays when it ends, orderly or not: the next process finds nothing leased
 * and removes it.
 */
export function openLeaseFolder(folder: string): LeaseFolder {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = tryLockFile(join(folder, `${mark}${ending}`), 'exclusive');
  if (lock !== null) held.push(lock);
  return {
    dead: () =>
      readdirSync(folder)
        .filter((name) => fileForm.test(name) && !name.startsWith(mark))
        .flatMap((name) => lockedDead(join(folder, name), name.slice(0, -ending.length)) ?? []),
  };
}

function lockedDead(path: string, owner: string): DeadOwner | null {
  const lock: FileLock | null = tryLockFile(path, 'exclusive');
  if (lock === null) return null;
  return {
    owner,
    forget() {
      // The lock leaves a second file beside its own.
      for (const file of [path, `${path}-journal`]) rmSync(file, { force: true });
      lock.release();
    },
    release: () => lock.release(),
  };
}
