/** Cleans up after runs that were killed. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clusterFolderOf } from '../../src/platform/database/embedded/initialise-cluster.ts';
import { findPostmaster, stopPostmaster } from '../../src/platform/database/embedded/running-server.ts';
import { tryLockFile } from '../../src/platform/process/file-lock.ts';

export const folderPrefix = 'facevalue-bench-';

/** Ends servers left over from killed runs and removes their folders. */
export async function sweepKilledRuns(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(folderPrefix))) {
    const folder = join(tmpdir(), name);
    const users = join(folder, 'postgres', 'users.lock');
    // Without the file another run is just starting; if the lock is taken it is running.
    if (!existsSync(users)) continue;
    try {
      const lock = tryLockFile(users, 'exclusive');
      if (lock === null) continue;
      const cluster = clusterFolderOf(join(folder, 'postgres'));
      const pid = findPostmaster(cluster);
      if (pid !== null) await stopPostmaster(pid, cluster);
      rmSync(folder, { recursive: true, force: true });
      lock.release();
    } catch {
      // It belongs to another user of this machine.
    }
  }
}
