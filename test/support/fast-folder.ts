/** Where the databases of tests lie. */
import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Where Linux keeps files in memory, and how much of it must be free for a run: its databases are dropped as it goes. */
const memoryFolder = '/dev/shm';
const neededBytes = 4 * 1024 ** 3;

/**
 * Memory where there is enough of it. A slow disk doubles the time of a run, and ext4 looks through what was deleted within the last
 * seconds for each file that it makes: of a run that makes and drops thousands of databases a quarter of the processor time.
 */
export function fastFolder(): string {
  if (!existsSync(memoryFolder)) return tmpdir();
  const { bavail, bsize } = statfsSync(memoryFolder);
  return bavail * bsize >= neededBytes ? memoryFolder : tmpdir();
}
